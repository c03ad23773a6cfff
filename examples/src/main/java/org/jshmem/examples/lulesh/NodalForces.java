package org.jshmem.examples.lulesh;

import java.util.Arrays;

/** The forces of a PE's elements on their nodes. */
final class NodalForces {
    private final Mesh mesh;
    private final Nodes nodes;
    private final Elements elements;
    private final Corners[] position = Corners.ofAxes();
    private final Corners[] velocity = Corners.ofAxes();
    private final Corners[] force = Corners.ofAxes();
    private final Stress stress = new Stress();
    private final Hourglass hourglass = new Hourglass();

    NodalForces(Mesh mesh, Nodes nodes, Elements elements) {
        this.mesh = mesh;
        this.nodes = nodes;
        this.elements = elements;
    }

    /** Sets the forces from this PE's elements; neighbours add theirs. */
    void compute() {
        for (double[] component : nodes.force) {
            Arrays.fill(component, 0);
        }
        for (int first = 0; first < mesh.elements; first += Corners.BLOCK) {
            compute(first, Math.min(Corners.BLOCK, mesh.elements - first));
        }
    }

    private void compute(int first, int count) {
        for (int axis = 0; axis < Place.AXES; axis++) {
            position[axis].gather(nodes.position[axis], mesh, first, count);
            velocity[axis].gather(nodes.velocity[axis], mesh, first, count);
        }
        stress.compute(position, elements, first, force, count);
        hourglass.add(position, velocity, elements, first, force, count);
        for (int axis = 0; axis < Place.AXES; axis++) {
            force[axis].addTo(nodes.force[axis], mesh, first, count);
        }
    }
}
