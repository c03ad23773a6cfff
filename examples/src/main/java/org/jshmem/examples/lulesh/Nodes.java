package org.jshmem.examples.lulesh;

/** What is known at the nodes, for each axis: place, velocity and force. */
final class Nodes {
    /** Edge of the whole cube. */
    private static final double LENGTH = 1.125;

    /** Velocities below this are none. */
    private static final double VELOCITY_CUT = 1e-7;

    final double[][] position;
    final double[][] velocity;

    /** Both. */
    final double[][] motion;

    final double[][] force;
    final double[] mass;

    private final int edge;

    /** For each axis whether the cube's lower side, which does not move, is on this PE. */
    private final boolean[] isAtSymmetry = new boolean[Place.AXES];

    Nodes(Mesh mesh, Place place) {
        this.edge = mesh.edge;
        this.position = new double[Place.AXES][mesh.nodes];
        this.velocity = new double[Place.AXES][mesh.nodes];
        this.motion = new double[][] {position[0], position[1], position[2], velocity[0], velocity[1], velocity[2]};
        this.force = new double[Place.AXES][mesh.nodes];
        this.mass = new double[mesh.nodes];
        for (int axis = 0; axis < Place.AXES; axis++) {
            isAtSymmetry[axis] = place.coordinate(axis) == 0;
            for (int node = 0; node < mesh.nodes; node++) {
                position[axis][node] = LENGTH
                        * (place.coordinate(axis) * mesh.size + coordinate(node, axis))
                        / (place.side() * mesh.size);
            }
        }
    }

    private int coordinate(int node, int axis) {
        return node / stride(axis) % edge;
    }

    private int stride(int axis) {
        return axis == 2 ? edge * edge : axis == 1 ? edge : 1;
    }

    /** Moves all nodes by their forces. */
    void move(double time) {
        for (int axis = 0; axis < Place.AXES; axis++) {
            if (isAtSymmetry[axis]) {
                hold(force[axis], axis);
            }
            accelerate(velocity[axis], force[axis], time);
            drift(position[axis], velocity[axis], time);
        }
    }

    private void hold(double[] field, int axis) {
        for (int slow = 0; slow < edge; slow++) {
            for (int fast = 0; fast < edge; fast++) {
                field[slow * stride(axis == 2 ? 1 : 2) + fast * stride(axis == 0 ? 1 : 0)] = 0;
            }
        }
    }

    private void accelerate(double[] velocity, double[] force, double time) {
        for (int node = 0; node < velocity.length; node++) {
            final double speed = velocity[node] + force[node] / mass[node] * time;
            velocity[node] = Math.abs(speed) < VELOCITY_CUT ? 0 : speed;
        }
    }

    private static void drift(double[] position, double[] velocity, double time) {
        for (int node = 0; node < position.length; node++) {
            position[node] += velocity[node] * time;
        }
    }
}
