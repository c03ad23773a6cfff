package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jshmem.heap.NodeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TeamAreaTest {
    private final List<long[]> parts = new ArrayList<>();

    private void add(long address, long bytes) {
        assertEquals(0, address % Math.min(bytes, Long.BYTES), "alignment");
        parts.add(new long[] {address, address + bytes});
    }

    /** The lines and words of a team: none reaches into another one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9, 17, 73})
    void shouldKeepAllPartsApart(int members) {
        final TeamArea area = new TeamArea(1 << 20, members);
        final BarrierLines lines = new BarrierLines(area, new int[members], 0);
        final OutcomeLine outcome = new OutcomeLine(area, 0);
        add(area.address(), Long.BYTES); // how many have left
        add(area.address() + TeamArea.COUNT, Long.BYTES);
        add(area.address() + TeamArea.GATHERED, Long.BYTES);
        add(outcome.word(), Long.BYTES);
        add(outcome.result(), TeamArea.PAYLOAD_BYTES);
        for (int member = 0; member < members; member++) {
            for (long number = 1; number <= 2; number++) {
                add(lines.word(member, number), Long.BYTES);
                add(lines.payload(member, number), TeamArea.PAYLOAD_BYTES);
                assertEquals(lines.word(member, number), lines.word(member, number + 2));
            }
            add(area.takenPieces(member), Integer.BYTES);
            add(lines.headWord(member), Long.BYTES);
        }
        int groups = 0;
        for (int level = Math.ceilDiv(members, 8); level > 1; level = Math.ceilDiv(level, 8)) {
            groups += level;
        }
        for (int group = 0; group < groups; group++) {
            final OutcomeLine line = OutcomeLine.ofGroup(area, group, 0);
            add(line.word(), Long.BYTES);
            add(line.result(), TeamArea.PAYLOAD_BYTES);
        }
        parts.sort(Comparator.comparingLong(part -> part[0]));
        for (int i = 1; i < parts.size(); i++) {
            assertTrue(parts.get(i - 1)[1] <= parts.get(i)[0], "at " + (parts.get(i)[0] - area.address()));
        }
        assertEquals(area.address(), parts.getFirst()[0]);
        assertTrue(parts.getLast()[1] <= area.address() + NodeLayout.teamBytes(members));
        assertEquals(members, area.members());
    }

    @Test
    void shouldKnowThatAllHaveLeft() {
        final TeamArea area = new TeamArea(
                Arena.ofAuto().allocate(NodeLayout.teamBytes(3), 128).address(), 3);
        for (int member = 0; member < 3; member++) {
            assertFalse(area.hasBeenLeft(), member + " of 3 have left");
            area.leave();
        }
        assertTrue(area.hasBeenLeft());
    }

    /** Barrier after barrier. */
    @Test
    void shouldFindTheLastOneToArrive() {
        final CentralCounter counter = new CentralCounter(new TeamArea(
                Arena.ofAuto().allocate(NodeLayout.teamBytes(3), 128).address(), 3));
        for (int barrier = 0; barrier < 3; barrier++) {
            assertFalse(counter.arrive());
            assertFalse(counter.arrive());
            assertTrue(counter.arrive());
            counter.reset();
        }
    }
}
