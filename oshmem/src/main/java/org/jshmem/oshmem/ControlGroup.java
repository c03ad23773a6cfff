package org.jshmem.oshmem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory that the kernel's control groups (cgroups) leave this process. Batch systems and containers use them to
 * limit memory. A limit of a group holds for all groups in it, so each group on the way up counts.
 *
 * <p>A container may read the name that its group has outside, where it has no cgroup namespace. There is no directory
 * of that name in the container, and its own group is at the top.
 */
final class ControlGroup {
    private static final Path MOUNT = Path.of("sys/fs/cgroup");
    private static final int LINE_PARTS = 3;

    private final Path top;
    private final String limit;
    private final String usage;

    /** In the file {@code memory.stat}: what the kernel frees first. */
    private final List<String> cached;

    private ControlGroup(Path top, String limit, String usage, List<String> cached) {
        this.top = top;
        this.limit = limit;
        this.usage = usage;
        this.cached = cached;
    }

    /**
     * The bytes that are left.
     *
     * @param root the directory that stands for {@code /}
     * @return {@code Long.MAX_VALUE} if there is no limit, or it cannot be read
     */
    static long freeBytes(Path root) {
        long free = Long.MAX_VALUE;
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            final String[] parts = line.split(":", LINE_PARTS); // number, controllers, name
            if (parts.length == LINE_PARTS) {
                free = Math.min(free, freeBytes(root.resolve(MOUNT), List.of(parts[1].split(",")), parts[2]));
            }
        }
        return free;
    }

    private static long freeBytes(Path mount, List<String> controllers, String name) {
        if (controllers.contains("memory")) {
            return new ControlGroup(
                            mount.resolve("memory"),
                            "memory.limit_in_bytes",
                            "memory.usage_in_bytes",
                            List.of("total_inactive_file", "total_active_file"))
                    .freeBytes(name);
        }
        return controllers.equals(List.of("")) // the second version of control groups
                ? new ControlGroup(mount, "memory.max", "memory.current", List.of("inactive_file", "active_file"))
                        .freeBytes(name)
                : Long.MAX_VALUE;
    }

    private long freeBytes(String name) {
        final Path own = top.resolve(name.replaceFirst("^/+", "")).normalize();
        long free = freeBytesOf(top);
        for (Path group = own; group.startsWith(top) && !group.equals(top); group = group.getParent()) {
            free = Math.min(free, freeBytesOf(group));
        }
        return free;
    }

    private long freeBytesOf(Path group) {
        final long most = number(group.resolve(limit));
        final long used = number(group.resolve(usage));
        if (most < 0 || used < 0) {
            return Long.MAX_VALUE;
        }
        long free = most - used;
        for (String line : lines(group.resolve("memory.stat"))) {
            final int blank = line.indexOf(' ');
            if (blank > 0 && cached.contains(line.substring(0, blank))) {
                free += Long.parseLong(line.substring(blank + 1));
            }
        }
        return Math.max(0, free);
    }

    /** The number in a file; −1 if there is none, as in "max". */
    private static long number(Path file) {
        final List<String> lines = lines(file);
        return lines.size() == 1 && lines.getFirst().matches("\\d{1,18}") ? Long.parseLong(lines.getFirst()) : -1;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
