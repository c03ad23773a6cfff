package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AddressWindowTest {
    private static final long MIB = 1L << 20;
    private static final long BYTES = 64 * MIB;
    private static final long LARGE_BYTES = 64L << 30;

    /** Less than this the rest of the JVM maps during a test. */
    private static final long OTHERS_BYTES = 1L << 30;

    private static final int NONE_COMMON = 0;

    @Test
    void shouldReserveTheLowestCommonCandidate() {
        final long free = AddressWindow.freeCandidates(MIB);
        assertNotEquals(0, free);
        final AddressWindow window = AddressWindow.reserve(16 * MIB, free & ~Long.lowestOneBit(free));
        assertTrue(window.isCommon());
        assertEquals(0, window.base() % NodeLayout.HEAP_ALIGNMENT);
        window.retire();
    }

    @Test
    void shouldReserveAlignedElsewhereWhereNothingIsCommon() {
        final AddressWindow window = AddressWindow.reserve(16 * MIB, NONE_COMMON);
        assertFalse(window.isCommon());
        assertEquals(0, window.base() % NodeLayout.HEAP_ALIGNMENT);
        window.retire();
    }

    @Test
    void shouldReserveNoMoreThanTheWindowsWhereNothingIsCommon() throws IOException {
        final AddressWindow[] windows = new AddressWindow[128];
        final long before = addressSpaceBytes();
        Arrays.setAll(windows, i -> AddressWindow.reserve(BYTES, NONE_COMMON));
        final long more = addressSpaceBytes() - before - windows.length * BYTES;
        for (AddressWindow window : windows) {
            window.retire();
        }
        assertTrue(more < OTHERS_BYTES, more + " bytes more than the windows");
    }

    @Test
    void shouldUseARetiredWindowAgainWhereNothingIsCommon() throws IOException {
        AddressWindow.reserve(LARGE_BYTES, NONE_COMMON).retire();
        final long before = addressSpaceBytes();
        for (int i = 0; i < 20; i++) {
            final AddressWindow window = AddressWindow.reserve(LARGE_BYTES, NONE_COMMON);
            assertFalse(window.isCommon());
            window.retire();
        }
        final long grown = addressSpaceBytes() - before;
        assertTrue(
                grown < OTHERS_BYTES, "20 windows of " + LARGE_BYTES + " bytes left " + grown + " more bytes mapped");
    }

    @Test
    void shouldUseALargeWindowAgainAfterASmallOne() throws IOException {
        AddressWindow.reserve(LARGE_BYTES, AddressWindow.freeCandidates(LARGE_BYTES))
                .retire();
        final long before = addressSpaceBytes();
        for (int i = 0; i < 20; i++) {
            final long bytes = i % 2 == 0 ? BYTES : LARGE_BYTES;
            final AddressWindow window = AddressWindow.reserve(bytes, AddressWindow.freeCandidates(bytes));
            assertTrue(window.isCommon());
            window.retire();
        }
        final long grown = addressSpaceBytes() - before;
        assertTrue(grown < OTHERS_BYTES, "20 windows left " + grown + " more bytes mapped");
    }

    @Test
    void shouldNeitherOfferNorMapOverAWindowInUse() {
        final long candidate = Long.lowestOneBit(AddressWindow.freeCandidates(BYTES));
        try (BackingFile file = BackingFile.create(BYTES)) {
            final AddressWindow window = AddressWindow.reserve(BYTES, candidate);
            window.map(file, 0, BYTES);
            Memory.put64(window.base(), 42);
            assertEquals(0, AddressWindow.freeCandidates(BYTES) & candidate, "the window in use is offered");
            final AddressWindow other = AddressWindow.reserve(BYTES, candidate);
            assertNotEquals(window.base(), other.base());
            assertEquals(42, Memory.get64(window.base()));
            other.retire();
            assertEquals(42, Memory.get64(window.base()));
            window.retire();
            assertNotEquals(0, AddressWindow.freeCandidates(BYTES) & candidate);
        }
    }

    @Test
    void shouldKeepTwoWindowsInUseApartWhereNothingIsCommon() {
        final AddressWindow one = AddressWindow.reserve(BYTES, NONE_COMMON);
        final AddressWindow other = AddressWindow.reserve(BYTES, NONE_COMMON);
        assertTrue(Math.abs(one.base() - other.base()) >= BYTES);
        one.retire();
        other.retire();
    }

    @Test
    void shouldReadZerosAtAStaleAddress() {
        try (BackingFile file = BackingFile.create(BYTES)) {
            final AddressWindow window = AddressWindow.reserve(BYTES, NONE_COMMON);
            window.map(file, 0, BYTES);
            Memory.put64(window.base() + MIB, 42);
            window.retire();
            assertEquals(0, Memory.get64(window.base() + MIB));
        }
    }

    /** All that this process has mapped, whether there is memory behind it or not. */
    private static long addressSpaceBytes() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.map(line -> line.substring(0, line.indexOf(' ')).split("-"))
                    .mapToLong(range -> Long.parseUnsignedLong(range[1], 16) - Long.parseUnsignedLong(range[0], 16))
                    .sum();
        }
    }
}
