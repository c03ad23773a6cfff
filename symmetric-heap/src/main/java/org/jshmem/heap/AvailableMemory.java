package org.jshmem.heap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads how much memory is left on the machine and in the control group of this process. */
public final class AvailableMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final Path CGROUP = Path.of("/sys/fs/cgroup");

    private AvailableMemory() {}

    /**
     * An estimate that is right to within what others allocate meanwhile.
     *
     * @return bytes, {@link Long#MAX_VALUE} where the system does not tell
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

    /** The unified hierarchy's limit as this process sees it. */
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
