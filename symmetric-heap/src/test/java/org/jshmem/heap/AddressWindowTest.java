package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A candidate at each tebibyte from 32 to 79; a window never reaches beyond the last one. */
    @ParameterizedTest
    @ValueSource(longs = {MIB, (1L << 40) - MIB, 1L << 40, (1L << 40) + MIB, 3L << 40})
    void shouldOfferAllCandidatesThatAreFree(long bytes) throws IOException {
        final long offered = AddressWindow.freeCandidates(bytes);
        final List<long[]> mapped = mappings();
        for (int i = 0; i < Long.SIZE; i++) {
            final long start = (32L + i) << 40;
            final long end = start + bytes;
            final boolean reachesTooFar = end > 80L << 40;
            final boolean isMapped = mapped.stream().anyMatch(range -> range[0] < end && start < range[1]);
            if (reachesTooFar) {
                assertEquals(0, offered >>> i & 1, "candidate " + i);
            } else if (!isMapped) {
                assertEquals(1, offered >>> i & 1, "candidate " + i);
            }
        }
    }

    @Test
    void shouldOfferNothingForMoreThanTheLargestWindow() {
        assertEquals(0, AddressWindow.freeCandidates(AddressWindow.MAX_BYTES) & -2);
        assertEquals(0, AddressWindow.freeCandidates(AddressWindow.MAX_BYTES + 1));
    }

    @Test
    void shouldReserveWhereTheLowestBitSays() {
        final long free = AddressWindow.freeCandidates(BYTES);
        final long lowest = Long.lowestOneBit(free);
        final long highest = Long.highestOneBit(free);
        final AddressWindow low = AddressWindow.reserve(BYTES, free);
        final AddressWindow high = AddressWindow.reserve(BYTES, highest);
        final int between = Long.numberOfTrailingZeros(highest) - Long.numberOfTrailingZeros(lowest);
        assertEquals((long) between << 40, high.base() - low.base());
        assertEquals(0, AddressWindow.freeCandidates(BYTES) & (lowest | highest), "what is reserved is not offered");
        assertEquals(free & ~(lowest | highest), AddressWindow.freeCandidates(BYTES));
        low.retire();
        high.retire();
        assertEquals(free, AddressWindow.freeCandidates(BYTES));
    }

    /** Nothing can be accessed in a window before it is mapped, whether its range was used before or not. */
    @Test
    void shouldReserveWithoutAccess() throws IOException {
        final long candidate = Long.highestOneBit(AddressWindow.freeCandidates(BYTES));
        for (int round = 0; round < 2; round++) {
            final AddressWindow window = AddressWindow.reserve(BYTES, candidate);
            assertEquals("---p", access(window.base()));
            window.retire();
            assertEquals("rw-p", access(window.base()));
        }
    }

    /** Larger than those of other tests. */
    @Test
    void shouldUseTheSmallestRetiredWindowThatSuffices() {
        final long small = 3L << 40;
        final long large = 5L << 40;
        final long least = small - NodeLayout.HEAP_ALIGNMENT + 1;
        for (boolean isSmallFirst : new boolean[] {true, false}) {
            final AddressWindow one = AddressWindow.reserve(small, NONE_COMMON);
            final AddressWindow other = AddressWindow.reserve(large, NONE_COMMON);
            (isSmallFirst ? one : other).retire();
            (isSmallFirst ? other : one).retire();
            final AddressWindow again = AddressWindow.reserve(least, NONE_COMMON);
            final AddressWindow next = AddressWindow.reserve(small, NONE_COMMON);
            assertEquals(one.base(), again.base());
            assertTrue(Math.abs(again.base() - next.base()) >= small, "two windows at one place");
            again.retire();
            next.retire();
        }
    }

    @Test
    void shouldSayThatNoAddressSpaceHoldsTheWindow() {
        final Exception thrown = assertThrows(HeapException.class, () -> AddressWindow.reserve(1L << 60, NONE_COMMON));
        assertTrue(thrown.getMessage().startsWith("cannot reserve " + (1L << 60) + " bytes"), thrown.getMessage());
    }

    @Test
    void shouldSayThatTheSystemDoesNotMapTheFile() {
        final AddressWindow window = AddressWindow.reserve(BYTES, NONE_COMMON);
        final BackingFile none = BackingFile.of(-1);
        window.map(none, 0, 0);
        final Exception thrown = assertThrows(HeapException.class, () -> window.map(none, 0, MIB));
        assertTrue(thrown.getMessage().startsWith("cannot map " + MIB + " bytes"), thrown.getMessage());
        window.retire();
    }

    /** The same offset of the file and of the window. */
    @Test
    void shouldMapAPart() {
        try (BackingFile file = BackingFile.create(BYTES)) {
            final AddressWindow whole = AddressWindow.reserve(BYTES, NONE_COMMON);
            final AddressWindow part = AddressWindow.reserve(BYTES, NONE_COMMON);
            whole.map(file, 0, BYTES);
            part.map(file, 3 * MIB, MIB);
            Memory.put64(part.base() + 3 * MIB + 8, 42);
            assertEquals(42, Memory.get64(whole.base() + 3 * MIB + 8));
            whole.retire();
            part.retire();
        }
    }

    /** The access that the line of {@code /proc/self/maps} for an address gives. */
    private static String access(long address) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> contains(range(line), address))
                    .map(line -> line.split(" ")[1])
                    .findFirst()
                    .orElse("none");
        }
    }

    private static boolean contains(long[] range, long address) {
        return range[0] <= address && address < range[1];
    }

    private static List<long[]> mappings() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.map(AddressWindowTest::range)
                    .filter(range -> range[0] >= 0 && range[1] >= 0) // not the page of vsyscalls
                    .toList();
        }
    }

    /** Start and end. */
    private static long[] range(String line) {
        final String[] ends = line.substring(0, line.indexOf(' ')).split("-");
        return new long[] {Long.parseUnsignedLong(ends[0], 16), Long.parseUnsignedLong(ends[1], 16)};
    }

    /** All that this process has mapped, whether there is memory behind it or not. */
    private static long addressSpaceBytes() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.map(AddressWindowTest::range)
                    .mapToLong(range -> range[1] - range[0])
                    .sum();
        }
    }
}
