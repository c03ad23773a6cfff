package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.myPe;

import org.jshmem.SymmetricDoubles;

/** Gives atoms that have left this PE's part of the box to the neighbour that owns them now. */
final class Migration {
    /** Position and velocity. */
    private static final int NUMBERS = 2 * Box.DIMENSIONS;

    private final NeighbourExchange exchange;
    private final Box box;
    private final double[] arrived;

    Migration(NeighbourExchange exchange, Box box) {
        this.exchange = exchange;
        this.box = box;
        this.arrived = new double[(int) exchange.packed().length()];
    }

    /** Moves atoms to their PEs; collective. There are no ghosts. */
    void run(Atoms atoms) {
        for (int i = 0; i < atoms.ownedEnd(); i++) {
            atoms.x[i] = box.wrap(atoms.x[i]);
        }
        for (int dimension = 0; dimension < Box.DIMENSIONS; dimension++) {
            if (box.grid.length(dimension) > 1) {
                run(atoms, dimension);
            }
        }
    }

    /** All that leave go to both sides, and whose they are takes them; two PEs are each other's only neighbour. */
    private void run(Atoms atoms, int dimension) {
        final int nelems = pack(atoms, dimension);
        final int sides = Math.min(2, box.grid.length(dimension) - 1);
        for (int side = 0; side < sides; side++) {
            final Route route = Route.ofLeaving(box, myPe(), dimension, side);
            final int received = exchange.exchange(route, nelems, arrived, 0);
            unpack(atoms, dimension, received);
        }
    }

    private int pack(Atoms atoms, int dimension) {
        final SymmetricDoubles packed = exchange.packed();
        int n = 0;
        for (int place = atoms.ownedEnd() - Box.DIMENSIONS; place >= 0; place -= Box.DIMENSIONS) {
            if (!box.contains(dimension, atoms.x[place + dimension])) {
                for (int d = 0; d < Box.DIMENSIONS; d++) {
                    packed.set(n + d, atoms.x[place + d]);
                    packed.set(n + Box.DIMENSIONS + d, atoms.v[place + d]);
                }
                n += NUMBERS;
                atoms.remove(place);
            }
        }
        return n;
    }

    private void unpack(Atoms atoms, int dimension, int nelems) {
        for (int i = 0; i < nelems; i += NUMBERS) {
            if (box.contains(dimension, arrived[i + dimension])) {
                atoms.add(arrived, arrived, i, i + Box.DIMENSIONS);
            }
        }
    }
}
