package org.jshmem.heap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A CPU's share of the third-level cache, as the kernel describes it for CPU 0 in {@code /sys/devices/system/cpu}. */
final class CacheShare {
    /** The result if the kernel gives no information, and the least result. */
    static final long DEFAULT_BYTES = 2L << 20;

    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final int LAST_LEVEL = 3;
    private static final int MOST_CACHES = 8;

    private CacheShare() {}

    /** The third-level cache divided by the CPUs that share it; at least {@link #DEFAULT_BYTES}. */
    static long bytes() {
        return bytes(CACHES);
    }

    static long bytes(Path caches) {
        try {
            for (int i = 0; i < MOST_CACHES; i++) {
                final Path cache = caches.resolve("index" + i);
                if (read(cache, "level").equals(Integer.toString(LAST_LEVEL))) {
                    final long share = HeapSize.parse(read(cache, "size")) / cpus(read(cache, "shared_cpu_list"));
                    return Math.max(DEFAULT_BYTES, share);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            return DEFAULT_BYTES; // no such cache, or no such files
        }
        return DEFAULT_BYTES;
    }

    private static String read(Path cache, String file) throws IOException {
        return Files.readString(cache.resolve(file)).strip();
    }

    /** The length of a list such as {@code 0-3,8-11}. */
    private static int cpus(String list) {
        int count = 0;
        for (String range : list.split(",")) {
            final int dash = range.indexOf('-');
            count += dash < 0
                    ? 1
                    : 1 + Integer.parseInt(range.substring(dash + 1)) - Integer.parseInt(range.substring(0, dash));
        }
        return count;
    }
}
