package org.jshmem.messages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PeGridTest {
    @Test
    void shouldNumberRowByRow() {
        final PeGrid grid = PeGrid.of(2, 3);
        assertEquals(6, grid.pes());
        assertArrayEquals(new int[] {1, 2}, grid.coordinates(5));
        for (int pe = 0; pe < 6; pe++) {
            assertEquals(pe, grid.pe(grid.coordinates(pe)));
        }
    }

    @Test
    void shouldEndAtItsSidesUnlessTheyCloseToRings() {
        final PeGrid grid = PeGrid.of(2, 3).periodic(false, true);
        assertEquals(Messages.PE_NONE, grid.neighbour(4, 0, 1));
        assertEquals(1, grid.neighbour(4, 0, -1));
        assertEquals(3, grid.neighbour(5, 1, 1));
        assertEquals(2, grid.neighbour(0, 1, -1));
        assertEquals(0, grid.neighbour(0, 1, 3));
        assertEquals(5, grid.neighbour(3, 1, -7), "more than twice around");
        assertEquals(4, grid.neighbour(3, 1, 7));
    }

    @Test
    void shouldFindNeighboursAnyNumberOfStepsAway() {
        final PeGrid ring = PeGrid.of(3).periodic(true);
        assertEquals(2, ring.neighbour(1, 0, Integer.MAX_VALUE));
        assertEquals(2, ring.neighbour(1, 0, Integer.MIN_VALUE));
        assertEquals(Messages.PE_NONE, PeGrid.of(3).neighbour(1, 0, Integer.MAX_VALUE));
        assertEquals(Messages.PE_NONE, PeGrid.of(3).neighbour(1, 0, Integer.MIN_VALUE));
    }

    @Test
    void shouldBalanceTheLengths() {
        assertEquals("PeGrid[2, 2, 2]", PeGrid.balanced(8, 3).toString());
        assertEquals("PeGrid[4, 3]", PeGrid.balanced(12, 2).toString());
        assertEquals("PeGrid[3, 2, 2]", PeGrid.balanced(12, 3).toString());
        assertEquals("PeGrid[5, 2, 2]", PeGrid.balanced(20, 3).toString());
        assertEquals("PeGrid[7, 2, 2]", PeGrid.balanced(28, 3).toString());
        assertEquals("PeGrid[64, 32, 32]", PeGrid.balanced(65_536, 3).toString());
        assertEquals("PeGrid[65521]", PeGrid.balanced(65_521, 1).toString());
        assertEquals("PeGrid[7, 1]", PeGrid.balanced(7, 2).toString());
        assertEquals("PeGrid[1, 1]", PeGrid.balanced(1, 2).toString());
        assertEquals(2, PeGrid.balanced(4, 100_000).length(1));
        for (int pes = 1; pes < 200; pes++) {
            assertEquals(pes, PeGrid.balanced(pes, 3).pes());
        }
    }

    @Test
    void shouldRefuseWhatIsNoGrid() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PeGrid.of(2, 0))
                .getMessage()
                .contains("[2, 0]"));
        assertThrows(IllegalArgumentException.class, () -> PeGrid.of(1 << 20, 1 << 20));
        assertThrows(IllegalArgumentException.class, () -> PeGrid.balanced(0, 2));
        assertThrows(IllegalArgumentException.class, () -> PeGrid.of(2).coordinates(2));
        assertThrows(IllegalArgumentException.class, () -> PeGrid.of(2).periodic(true, true));
    }
}
