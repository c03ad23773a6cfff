package org.jshmem.heap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Estimates the memory that the machine and this process's control group can still provide. */
public final class AvailableMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Path CGROUP = Path.of("/sys/fs/cgroup");

    private AvailableMemory() {}

    /**
     * The memory available now; other processes may allocate it at any time.
     *
     * @return bytes, {@link Long#MAX_VALUE} if the system gives no information
     */
    public static long bytes() {
        return Math.min(machine(), group());
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

    /** The limit of the control group less its use; only for cgroup v2, at the root that this process sees. */
    private static long group() {
        try {
            final String limit = Files.readString(CGROUP.resolve("memory.max")).strip();
            final String current =
                    Files.readString(CGROUP.resolve("memory.current")).strip();
            return limit.equals("max") ? Long.MAX_VALUE : Long.parseLong(limit) - Long.parseLong(current);
        } catch (IOException | NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
