package org.jshmem.examples.lulesh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.DoubleBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Borders of the 27 PEs of a cube, without PEs: neighbours have to speak of the same places. */
class BorderTest {
    private static final int SIZE = 3;
    private static final int PES = 27;
    private static final int CENTRE = 13;

    private final Place[] places =
            IntStream.range(0, PES).mapToObj(pe -> new Place(pe, PES)).toArray(Place[]::new);

    @Test
    void shouldHaveAsManyNeighboursAsPlaceAllows() {
        assertEquals(26, Border.all(mesh(CENTRE), places[CENTRE]).size());
        assertEquals(7, Border.all(mesh(0), places[0]).size());
        assertEquals(
                6,
                Border.all(mesh(CENTRE), places[CENTRE]).stream()
                        .filter(Border::isFace)
                        .count());
    }

    @Test
    void shouldNameTheSameNodesAsTheNeighbour() {
        for (int pe = 0; pe < PES; pe++) {
            for (Border border : Border.all(mesh(pe), places[pe])) {
                final Border opposite = Border.all(mesh(border.pe()), places[border.pe()]).stream()
                        .filter(other -> other.direction() == Border.OPPOSITE - border.direction())
                        .findFirst()
                        .orElseThrow();
                assertEquals(pe, opposite.pe());
                assertEquals(border.isToHigher(), border.pe() > pe);
                for (int axis = 0; axis < Place.AXES; axis++) {
                    assertArrayEquals(
                            positions(pe, axis, border.nodes()), positions(border.pe(), axis, opposite.nodes()));
                }
            }
        }
    }

    /**
     * The elements behind the inner faces of the PE in the middle are ghosts, each once, and in the order of a face.
     */
    @Test
    void shouldPutGhostsBehindFaces() {
        final Mesh mesh = mesh(CENTRE);
        for (int face = 0; face < Mesh.FACES; face++) {
            final int first = mesh.firstGhost(face);
            final int[] behind = mesh.behind[face];
            assertArrayEquals(
                    IntStream.range(first, first + SIZE * SIZE).toArray(),
                    IntStream.range(0, mesh.elements)
                            .map(element -> behind[element])
                            .filter(element -> element >= mesh.elements)
                            .toArray());
        }
    }

    @Test
    void shouldReflectAtTheOriginAndEndFarFromIt() {
        final Mesh lowest = mesh(0);
        final Mesh highest = mesh(PES - 1);
        for (int axis = 0; axis < Place.AXES; axis++) {
            assertEquals(0, lowest.behind[2 * axis][0]);
            assertEquals(highest.elementsWithGhosts - 1, highest.behind[2 * axis + 1][highest.elements - 1]);
        }
    }

    private Mesh mesh(int pe) {
        return new Mesh(SIZE, places[pe]);
    }

    private double[] positions(int pe, int axis, Strip strip) {
        final double[] positions = new double[strip.nelems()];
        strip.pack(new Nodes(mesh(pe), places[pe]).position[axis], DoubleBuffer.wrap(positions), 0);
        return positions;
    }
}
