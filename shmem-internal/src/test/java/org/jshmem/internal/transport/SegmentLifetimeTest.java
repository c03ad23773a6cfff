package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SegmentLifetimeTest {
    private static void check(boolean forACall, boolean forEver, MemorySegment segment, String what) {
        assertEquals(forACall, SegmentLifetime.lastsForACall(segment), what);
        assertEquals(forEver, SegmentLifetime.lastsForEver(segment), what);
    }

    /** Another thread can close a shared arena during a call, and nobody any of the others. */
    @Test
    void shouldTellByItsArenaHowLongMemoryLasts() {
        check(true, true, Arena.global().allocate(8), "global");
        check(true, false, Arena.ofAuto().allocate(8), "automatic");
        check(true, true, MemorySegment.NULL, "an address");
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            check(true, false, confined.allocate(8), "confined");
            check(true, false, confined.allocate(8).asSlice(4), "a part");
            check(false, false, shared.allocate(8), "shared");
        }
    }

    @Test
    void shouldNotTakeAnArrayForMemoryWithAnAddress() {
        check(false, false, MemorySegment.ofArray(new long[1]), "an array");
    }

    /** Another process may truncate it. */
    @Test
    void shouldNotTrustAMappedFile(@TempDir Path directory) throws IOException {
        final Path file = directory.resolve("file");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            check(false, false, channel.map(MapMode.READ_WRITE, 0, 8, Arena.ofAuto()), "automatic");
            try (Arena confined = Arena.ofConfined()) {
                check(false, false, channel.map(MapMode.READ_WRITE, 0, 8, confined), "confined");
            }
        }
    }
}
