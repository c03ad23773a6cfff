package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class CacheShareTest {
    private static final long MIB = 1L << 20;

    @TempDir
    private Path caches;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"32768K|0-1|16", "32768K|0|32", "16384K|0-3,8-11|2", "32768K|0-63|2", "nonsense|0|2", "8M|0-x|2"})
    void shouldDivideTheThirdLevelCacheByItsCpus(String size, String list, long mib) throws IOException {
        cache(0, "1", "48K", "0");
        cache(1, "2", "1024K", "0");
        cache(2, "3", size, list);
        assertEquals(mib * MIB, CacheShare.bytes(caches));
    }

    @Test
    void shouldHaveADefaultWithoutAThirdLevelCache() throws IOException {
        assertEquals(CacheShare.DEFAULT_BYTES, CacheShare.bytes(caches.resolve("absent")));
        cache(0, "1", "48K", "0");
        assertEquals(CacheShare.DEFAULT_BYTES, CacheShare.bytes(caches));
    }

    @Test
    void shouldLookAtEightCaches() throws IOException {
        for (int i = 0; i < 7; i++) {
            cache(i, "1", "48K", "0");
        }
        cache(8, "3", "32768K", "0");
        assertEquals(CacheShare.DEFAULT_BYTES, CacheShare.bytes(caches), "seven of another level");
        cache(7, "2", "48K", "0");
        assertEquals(CacheShare.DEFAULT_BYTES, CacheShare.bytes(caches), "eight of another level");
        Files.writeString(caches.resolve("index7/level"), "3");
        Files.writeString(caches.resolve("index7/size"), "32768K");
        assertEquals(32 * MIB, CacheShare.bytes(caches));
    }

    @Test
    void shouldReadThisMachine() {
        assertTrue(CacheShare.bytes() >= CacheShare.DEFAULT_BYTES);
    }

    private void cache(int index, String level, String size, String list) throws IOException {
        final Path cache = Files.createDirectory(caches.resolve("index" + index));
        Files.writeString(cache.resolve("level"), level + "\n");
        Files.writeString(cache.resolve("size"), size + "\n");
        Files.writeString(cache.resolve("shared_cpu_list"), list + "\n");
    }
}
