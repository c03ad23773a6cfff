package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Member 2 of twelve, which are PEs 100 to 111. */
@Timeout(60)
class BarrierLinesTest {
    private static final int DIGEST = 0x40;

    private final TeamArea area =
            new TeamArea(Arena.ofAuto().allocate(NodeLayout.teamBytes(12), 128).address(), 12);
    private final BarrierLines lines =
            new BarrierLines(area, IntStream.range(100, 112).toArray(), 2);

    private void come(int member, long number) {
        Memory.put64(lines.word(member, number), BarrierState.word(number, DIGEST));
    }

    @Test
    void shouldNameEightOfThoseWhoAreMissing() {
        assertEquals("PE 100, PE 101, PE 102, PE 103, PE 104, PE 105, PE 106, PE 107 and 4 more", lines.missing(1));
        for (int member = 0; member < 3; member++) {
            come(member, 1);
        }
        assertEquals("PE 103, PE 104, PE 105, PE 106, PE 107, PE 108, PE 109, PE 110 and 1 more", lines.missing(1));
        come(3, 1);
        assertEquals("PE 104, PE 105, PE 106, PE 107, PE 108, PE 109, PE 110, PE 111", lines.missing(1));
        for (int member = 4; member < 11; member++) {
            come(member, 1);
        }
        assertEquals("PE 111", lines.missing(1));
        come(11, 1);
        assertEquals("nobody", lines.missing(1));
    }

    /** A PE that is in the barrier after the next has come to this one. */
    @Test
    void shouldKnowWhoHasCome() {
        assertFalse(lines.hasCome(4, 3));
        come(4, 3);
        assertTrue(lines.hasCome(4, 3));
        assertTrue(lines.hasCome(4, 1));
        assertFalse(lines.hasCome(4, 2));
        assertFalse(lines.hasCome(4, 5));
        assertFalse(lines.hasCome(5, 3));
    }

    @Test
    void shouldBeFirstUntilALowerMemberHasCome() {
        assertTrue(lines.isFirst(1));
        come(2, 1);
        come(3, 1);
        assertTrue(lines.isFirst(1));
        come(1, 1);
        assertFalse(lines.isFirst(1));
        assertTrue(lines.isFirst(2));
        come(0, 2);
        assertFalse(lines.isFirst(2));
        assertEquals(12, lines.size());
        assertEquals(2, lines.me());
        assertEquals(111, lines.pe(11));
    }

    /** In this barrier, by somebody who counts, for a call that is not the excepted one. */
    @Test
    void shouldBeMissedByThoseWhoWaitInAnotherCall() {
        assertFalse(lines.isMissed(1, 0, pe -> true));
        come(0, 1);
        come(11, 1);
        for (int member : new int[] {0, 11}) {
            assertTrue(lines.isMissed(1, 0, pe -> pe == 100 + member));
        }
        assertFalse(lines.isMissed(1, 0, pe -> pe == 105));
        assertFalse(lines.isMissed(1, DIGEST, pe -> true));
        assertFalse(lines.isMissed(2, 0, pe -> true));
        come(0, 3);
        come(11, 3);
        assertFalse(lines.isMissed(1, 0, pe -> true), "they are in a later one");
    }
}
