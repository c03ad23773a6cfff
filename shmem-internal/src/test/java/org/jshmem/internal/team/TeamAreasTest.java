package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TeamAreasTest {
    private static final long BYTES = 64 << 10;

    private final long control = Arena.ofAuto().allocate(8192 + BYTES, 4096).address();
    private final TeamAreas areas = new TeamAreas(
            new TeamMemory(control, NodeLayout.TEAM_BYTES_TAKEN_OFFSET, 4096, BYTES, (offset, bytes) -> true));

    /** A slow PE may still look at it. */
    @Test
    void shouldUseAnAreaAgainOnceAllHaveLeft() {
        final TeamArea first = areas.allocate(2);
        assertEquals(2, first.members());
        areas.end(first);
        first.leave();
        final TeamArea second = areas.allocate(2);
        assertNotEquals(first.address(), second.address());
        first.leave();
        final TeamArea third = areas.allocate(2);
        assertEquals(first.address(), third.address());
        assertNotEquals(third.address(), areas.allocate(2).address(), "it is used once");
    }

    @Test
    void shouldUseAnAreaThatNobodySaw() {
        final TeamArea first = areas.allocate(3);
        areas.free(first);
        assertEquals(first.address(), areas.allocate(3).address());
    }

    @Test
    void shouldHaveNoAreaWithoutMemory() {
        int count = 0;
        while (areas.allocate(1) != null) {
            count++;
        }
        assertEquals(BYTES / 1024, count);
        assertNull(areas.allocate(1));
    }
}
