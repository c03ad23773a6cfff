package org.jshmem.heap;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The memory that a node's file can still get: the least of what its file system, the control groups of this process
 * and the machine have left. Other processes may take it at any time.
 *
 * @param bytes how much, without a reserve for the machine; at most {@link Long#MAX_VALUE}, if there is no limit
 * @param limit what limits it, with the remedy
 */
public record AvailableMemory(long bytes, String limit) {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Path OWN_CGROUP = Path.of("/proc/self/cgroup");

    /** How the line of the unified hierarchy begins in {@code /proc/self/cgroup}. */
    private static final String UNIFIED = "0::/";

    /** In the file {@code memory.stat}: the page cache of files on disks, which the kernel frees first. */
    private static final Set<String> CACHED = Set.of("inactive_file", "active_file");

    /** What is left to others on the machine and in a control group, where the out-of-memory killer acts. */
    private static final long RESERVE_BYTES = 64L << 20;

    private static final AvailableMemory UNLIMITED = new AvailableMemory(Long.MAX_VALUE, "the system gives no reason");

    /**
     * What is available now.
     *
     * @param file the node's file
     * @return the tightest limit
     */
    static AvailableMemory of(BackingFile file) {
        return Stream.of(fileSystem(file.fileSystem()), groups(CGROUPS, OWN_CGROUP), machine(MEMINFO))
                .min(Comparator.comparingLong(AvailableMemory::bytes))
                .get();
    }

    /**
     * Why a claim has failed.
     *
     * @param needed the bytes that it needed
     * @return the limit and the remedy; or, if there would be as much now, that it was short only then
     */
    public String reason(long needed) {
        return bytes < needed ? limit : "it was short for a moment; now " + limit;
    }

    /** What a file system has left; one without a size, as that of memory files, has no limit. */
    static AvailableMemory fileSystem(File file) {
        final long size = file.getTotalSpace();
        final long free = file.getUsableSpace();
        return size == 0
                ? UNLIMITED
                : new AvailableMemory(
                        free,
                        BackingFile.SHARED_MEMORY + " has " + free + " of " + size
                                + " bytes free; make it larger, or remove what else is in it");
    }

    static AvailableMemory machine(Path meminfo) {
        try {
            for (String line : Files.readAllLines(meminfo)) {
                if (line.startsWith("MemAvailable:")) {
                    final long free = Long.parseLong(line.replaceAll("\\D", "")) << 10;
                    return new AvailableMemory(
                            free - RESERVE_BYTES,
                            "the machine has " + free + " bytes available; allocate less, or start fewer PEs");
                }
            }
        } catch (IOException e) {
            return UNLIMITED;
        }
        return UNLIMITED;
    }

    /**
     * The least of what is left in the control group of this process and in the groups that contain it; cgroup v2 only.
     *
     * @param root where the hierarchy is mounted
     * @param own the file that names this process's group
     */
    static AvailableMemory groups(Path root, Path own) {
        AvailableMemory least = UNLIMITED;
        for (Path group = group(root, own); group.startsWith(root); group = group.getParent()) {
            final AvailableMemory left = left(group);
            least = left.bytes < least.bytes ? left : least;
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

    /** The limit of a control group less its use, of which the page cache is no part. */
    private static AvailableMemory left(Path group) {
        final Path limit = group.resolve("memory.max");
        try {
            final String most = Files.readString(limit).strip();
            if (most.equals("max")) {
                return UNLIMITED;
            }
            final long used = Long.parseLong(
                    Files.readString(group.resolve("memory.current")).strip());
            final long left = Long.parseLong(most) - used + cachedBytes(group.resolve("memory.stat"));
            return new AvailableMemory(
                    left - RESERVE_BYTES,
                    "the control group of this process has " + left + " of " + most + " bytes left; raise its memory"
                            + " limit (" + limit + "), or allocate less");
        } catch (IOException | NumberFormatException e) {
            return UNLIMITED; // the root group has no such files
        }
    }

    /** The page cache of a control group; 0 if its statistics cannot be read. */
    private static long cachedBytes(Path stat) {
        long cached = 0;
        try {
            for (String line : Files.readAllLines(stat)) {
                final int blank = line.indexOf(' ');
                if (blank > 0 && CACHED.contains(line.substring(0, blank))) {
                    cached += Long.parseLong(line.substring(blank + 1));
                }
            }
        } catch (IOException e) {
            return 0;
        }
        return cached;
    }
}
