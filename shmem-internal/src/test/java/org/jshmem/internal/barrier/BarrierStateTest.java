package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BarrierStateTest {
    private static final int[] DIGESTS = {0, 2, BarrierState.DIGEST, 0x5a5a5a & BarrierState.DIGEST};

    /** Before and after numbers that are too large for the word. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1L << 31, (1L << 38) - 1, 1L << 38, (1L << 39) - 1, 1L << 39})
    void shouldKeepNumberAndStateInAWord(long number) {
        final int all = BarrierState.DIGEST | BarrierState.VOTE | BarrierState.DIFFERENT;
        for (int state : new int[] {0, BarrierState.VOTE, BarrierState.DIFFERENT, BarrierState.DIGEST, all}) {
            final long word = BarrierState.word(number, state);
            assertEquals(state, BarrierState.of(word));
            assertEquals(0, BarrierLines.lead(word, number));
            assertTrue(BarrierLines.lead(word, number - 1) > 0);
            assertTrue(BarrierLines.lead(word, number + 1) < 0);
        }
    }

    @Test
    void shouldDifferOnceDigestsDo() {
        for (int one : DIGESTS) {
            for (int other : DIGESTS) {
                for (int votes = 0; votes < 4; votes++) {
                    final int both = BarrierState.combined(one | votes & 1, other | votes >> 1);
                    assertEquals(one != other, BarrierState.differs(both));
                    assertEquals(one != other ? OutcomeLine.DIFFERENT : votes == 0 ? 0 : 1, BarrierState.outcome(both));
                    final int later = BarrierState.combined(both, one);
                    final int theirs = BarrierState.combined(one, both);
                    assertEquals(one != other, BarrierState.differs(later) && BarrierState.differs(theirs));
                }
            }
        }
        assertFalse(BarrierState.differs(BarrierState.VOTE | BarrierState.DIGEST));
    }

    @Test
    void shouldTellTheOutcomeByALine() {
        try (Arena arena = Arena.ofConfined()) {
            final TeamArea area =
                    new TeamArea(arena.allocate(NodeLayout.teamBytes(20), 128).address(), 20);
            for (OutcomeLine line : new OutcomeLine[] {new OutcomeLine(area, 0), OutcomeLine.ofGroup(area, 2, 0)}) {
                for (int outcome = OutcomeLine.NO_MEMORY; outcome <= 1; outcome++) {
                    for (long number : new long[] {1, 1L << 31}) {
                        line.release(number, outcome);
                        assertEquals(outcome, OutcomeLine.outcome(Memory.get64(line.word())));
                        assertEquals(0, BarrierLines.lead(Memory.get64(line.word()), number));
                    }
                }
            }
        }
    }

    /** PEs of a node may have mapped their memory at different addresses. */
    @Test
    void shouldShareAPlaceByItsOffset() {
        try (Arena arena = Arena.ofConfined()) {
            final TeamArea area =
                    new TeamArea(arena.allocate(NodeLayout.teamBytes(1), 128).address(), 1);
            new OutcomeLine(area, 1L << 40).gatherAt((1L << 40) + 4096);
            assertEquals((1L << 41) + 4096, new OutcomeLine(area, 1L << 41).gathered());
        }
    }
}
