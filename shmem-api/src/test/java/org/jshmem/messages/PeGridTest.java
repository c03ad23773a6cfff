package org.jshmem.messages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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

    @Test
    void shouldNameWhatIsWrong() {
        assertEquals(Integer.MAX_VALUE, PeGrid.of(Integer.MAX_VALUE).pes());
        requireRefused("lengths=[65536, 32768] are too many PEs", () -> PeGrid.of(1 << 16, 1 << 15));
        requireRefused("lengths=[-1] must be 1 or more", () -> PeGrid.of(-1));
        requireRefused("pes=0 and dimensions=2 must be 1 or more", () -> PeGrid.balanced(0, 2));
        requireRefused("pes=2 and dimensions=0 must be 1 or more", () -> PeGrid.balanced(2, 0));
        final PeGrid grid = PeGrid.of(2, 3);
        requireRefused("dimensions=[true] must be 2 values, one for each dimension", () -> grid.periodic(true));
        requireRefused("pe=6 is not in the grid, whose PEs are 0 to 5", () -> grid.coordinates(6));
        requireRefused("pe=-1 is not in the grid, whose PEs are 0 to 5", () -> grid.coordinates(-1));
        assertEquals(3, grid.length(1));
    }

    private static void requireRefused(String text, Executable call) {
        assertEquals(text, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    /** Along a ring any coordinate is one of its PEs. */
    @Test
    void shouldFindNoPeOutside() {
        final PeGrid grid = PeGrid.of(2, 3);
        for (int[] outside : new int[][] {{-1, 0}, {2, 0}, {0, -1}, {0, 3}}) {
            assertEquals(Messages.PE_NONE, grid.pe(outside));
        }
        final PeGrid rings = grid.periodic(true, true);
        assertEquals(3, rings.pe(-1, 0));
        assertEquals(0, rings.pe(2, 3));
        assertEquals(2, rings.pe(0, -1));
        assertEquals(5, rings.pe(1, 5));
    }
}
