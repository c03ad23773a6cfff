package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryClaimTest {
    private static final long UNIT = MemoryClaim.UNIT;
    private static final long BYTES = 24 * UNIT;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldClaimAllOfAPartAndNothingElse(boolean hugePages) throws IOException {
        try (BackingFile file = BackingFile.create(BYTES)) {
            final AddressWindow window = AddressWindow.reserve(BYTES, AddressWindow.freeCandidates(BYTES));
            window.map(file, 0, BYTES);
            final MemoryClaim memory = new MemoryClaim(file, 0, window.base(), BYTES, hugePages);
            assertTrue(memory.claim(UNIT, BYTES - 2 * UNIT, ClaimProgress.NONE));
            assertEquals(BYTES - 2 * UNIT, FileBlocks.bytes(file));
            for (long offset = UNIT; offset < BYTES - UNIT; offset += BackingFile.SMALL_PAGE) {
                assertEquals(0, Memory.get64(window.base() + offset));
                Memory.put64(window.base() + offset, offset);
            }
            assertEquals(BYTES - 2 * UNIT, FileBlocks.bytes(file));
            window.retire();
        }
    }

    /** Where huge pages are larger than a unit, the system may report success and has done nothing. */
    @Test
    void shouldClaimEveryPageWhateverTheSystemSaysOfACollapse() throws IOException {
        try (Arena arena = Arena.ofConfined();
                BackingFile file = BackingFile.create(BYTES)) {
            final long elsewhere = arena.allocate(BYTES, UNIT).fill((byte) 1).address();
            final MemoryClaim memory = new MemoryClaim(file, 0, elsewhere, BYTES, true);
            assertTrue(memory.claim(0, BYTES, ClaimProgress.NONE));
            assertEquals(BYTES, FileBlocks.bytes(file));
        }
    }

    @Test
    void shouldTellHowFarItIsEveryTwoSeconds() {
        try (BackingFile file = BackingFile.create(6 * 16 * UNIT)) {
            final long[] seconds = {0};
            final List<String> told = new ArrayList<>();
            final MemoryClaim memory =
                    new MemoryClaim(file, 0, 0, 6 * 16 * UNIT, false, () -> TimeUnit.SECONDS.toNanos(seconds[0]++));
            assertTrue(memory.claim(
                    0,
                    6 * 16 * UNIT,
                    (bytes, all, ns) -> told.add(bytes / UNIT + " of " + all / UNIT + " in " + ns / 1e9)));
            assertEquals(List.of("32 of 96 in 2.0", "64 of 96 in 4.0"), told);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayThatThereIsNoMemory(boolean hugePages) {
        final MemoryClaim memory = new MemoryClaim(BackingFile.of(-1), 0, 0, BYTES, hugePages);
        assertFalse(memory.claim(0, BYTES, ClaimProgress.NONE));
        assertFalse(memory.claimPages(0, UNIT));
        assertTrue(memory.claim(0, 0, ClaimProgress.NONE), "nothing needs no memory");
    }

    /** Another PE claims at the same time, and both have found enough for one. */
    @Test
    void shouldGiveBackWhatItHasClaimedWhenOthersHaveTakenTheRest() throws IOException {
        final long bytes = MemoryClaim.LOOK_BYTES + 4 * UNIT;
        try (BackingFile file = BackingFile.create(bytes)) {
            final MemoryClaim memory = new MemoryClaim(file, 0, 0, bytes, false);
            final Deque<Long> available = new ArrayDeque<>(List.of(bytes, 4 * UNIT - 1));
            assertFalse(memory.claim(0, bytes, ClaimProgress.NONE, available::remove));
            assertEquals(0, FileBlocks.bytes(file));
            available.addAll(List.of(bytes, 4 * UNIT));
            assertTrue(memory.claim(0, bytes, ClaimProgress.NONE, available::remove));
            available.add(bytes - 1);
            assertFalse(memory.claim(0, bytes, ClaimProgress.NONE, available::remove));
        }
    }

    /** Part of the memory is claimed when the limit is met, in another process with that limit. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(30)
    void shouldGiveBackWhatItHasClaimedWhenThereIsNoMore(boolean hugePages) throws Exception {
        try (BackingFile file = BackingFile.create(UNIT)) {
            final Process process = LimitedClaim.start(file, BYTES, BYTES - UNIT, hugePages);
            try {
                assertEquals("true, then false", process.inputReader().readLine());
                assertEquals(0, process.waitFor());
            } finally {
                process.destroyForcibly().waitFor();
            }
            assertEquals(0, FileBlocks.bytes(file));
        }
    }

    /** At the place of the part in the file, and only those of the part. */
    @Test
    void shouldClaimAndReleaseWhereThePartIs() throws IOException {
        try (BackingFile file = BackingFile.create(BYTES)) {
            final MemoryClaim memory = new MemoryClaim(file, 4 * UNIT, 0, 20 * UNIT, false);
            assertFalse(memory.hasSmallPages());
            assertTrue(memory.claim(2 * UNIT, 18 * UNIT, ClaimProgress.NONE));
            assertTrue(memory.hasSmallPages());
            file.release(0, 6 * UNIT);
            assertEquals(18 * UNIT, FileBlocks.bytes(file));
            memory.release(2 * UNIT, UNIT);
            assertEquals(17 * UNIT, FileBlocks.bytes(file));
            file.release(7 * UNIT, 17 * UNIT);
            assertEquals(0, FileBlocks.bytes(file));
            assertTrue(memory.claimPages(3 * UNIT, 1));
            file.release(7 * UNIT, BackingFile.SMALL_PAGE);
            assertEquals(0, FileBlocks.bytes(file));
        }
    }
}
