package org.jshmem.examples.lulesh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Volumes and forces of one PE's cube whose nodes lie anywhere near their places. */
class ElementsTest {
    private static final int SIZE = 4;
    private static final double TINY = 1e-10;

    private final Place place = new Place(0, 1);
    private final Mesh mesh = new Mesh(SIZE, place);
    private final Nodes nodes = new Nodes(mesh, place);
    private final Elements elements = new Elements(mesh);
    private final Kinematics kinematics = new Kinematics(mesh, nodes, elements);

    ElementsTest() {
        kinematics.fill();
        final AdditiveRandom random = new AdditiveRandom(1);
        for (double[] position : nodes.position) {
            for (int node = 0; node < mesh.nodes; node++) {
                position[node] += 0.05 * random.next() / Integer.MAX_VALUE;
            }
        }
    }

    @Test
    void shouldDivideTheCubeIntoElementsAndTheirMassesAmongNodes() {
        assertEquals(1.125 * 1.125 * 1.125, sum(elements.mass), TINY);
        assertEquals(1.125 * 1.125 * 1.125, sum(nodes.mass), TINY);
    }

    /** Nodes that stretch by 2 along the first axis, 3 along the second and shrink by 1 along the third, and turn. */
    @Test
    void shouldFindTheRateOfGrowth() {
        for (int node = 0; node < mesh.nodes; node++) {
            final double x = nodes.position[0][node];
            final double y = nodes.position[1][node];
            nodes.velocity[0][node] = 2 * x - 7 * y;
            nodes.velocity[1][node] = 3 * y + 7 * x;
            nodes.velocity[2][node] = -nodes.position[2][node];
        }
        kinematics.compute(0);
        for (double growth : elements.growth) {
            assertEquals(2 + 3 - 1, growth, TINY);
        }
    }

    /** Pressure pushes each element's corners apart, and so does nothing to the element as a whole. */
    @Test
    void shouldPushWithoutMovingAnElement() {
        elements.pressure[0] = 1;
        new NodalForces(mesh, nodes, elements).compute();
        for (double[] force : nodes.force) {
            assertEquals(0, sum(force), TINY);
        }
        assertTrue(nodes.force[0][0] < 0 && nodes.force[1][0] < 0 && nodes.force[2][0] < 0);
    }

    private static double sum(double[] values) {
        return DoubleStream.of(values).sum();
    }
}
