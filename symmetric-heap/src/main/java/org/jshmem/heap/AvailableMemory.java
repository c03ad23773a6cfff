package org.jshmem.heap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Estimates the memory that the machine and this process's control group can still provide. */
public final class AvailableMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Path OWN_CGROUP = Path.of("/proc/self/cgroup");

    /** How the line of the unified hierarchy begins in {@code /proc/self/cgroup}. */
    private static final String UNIFIED = "0::/";

    private AvailableMemory() {}

    /**
     * The memory available now; other processes may allocate it at any time.
     *
     * @return bytes, {@link Long#MAX_VALUE} if the system gives no information
     */
    public static long bytes() {
        return Math.min(machine(), groups(CGROUPS, OWN_CGROUP));
    }

    private static long machine() {
        try {
            for (String line : Files.readAllLines(MEMINFO)) {
                if (line.startsWith("MemAvailable:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
        return Long.MAX_VALUE;
    }

    /**
     * The least of what is left in the control group of this process and in the groups that contain it; cgroup v2 only.
     *
     * @param root where the hierarchy is mounted
     * @param own the file that names this process's group
     * @return bytes
     */
    static long groups(Path root, Path own) {
        long least = Long.MAX_VALUE;
        for (Path group = group(root, own); group.startsWith(root); group = group.getParent()) {
            least = Math.min(least, left(group));
        }
        return least;
    }

    private static Path group(Path root, Path own) {
        try {
            for (String line : Files.readAllLines(own)) {
                if (line.startsWith(UNIFIED)) {
                    final Path group =
                            root.resolve(line.substring(UNIFIED.length())).normalize();
                    return group.startsWith(root) ? group : root; // the group may be outside of this namespace
                }
            }
        } catch (IOException e) {
            return root;
        }
        return root;
    }

    /** The limit of a control group less its use. */
    private static long left(Path group) {
        try {
            final String limit = Files.readString(group.resolve("memory.max")).strip();
            final String current =
                    Files.readString(group.resolve("memory.current")).strip();
            return limit.equals("max") ? Long.MAX_VALUE : Long.parseLong(limit) - Long.parseLong(current);
        } catch (IOException | NumberFormatException e) {
            return Long.MAX_VALUE; // the root group has no such files
        }
    }
}
