package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.*;

import java.util.function.IntFunction;
import org.jshmem.examples.minimd.Phases.Phase;

/** Atoms that move by the forces between them; made, used and closed by all PEs together. */
final class Simulation implements AutoCloseable {
    private static final double CUTOFF = 2.5;

    /** How much farther neighbour lists reach than forces, so that they are good for some steps. */
    private static final double SKIN = 0.3;

    private static final int STEPS_OF_A_LIST = 20;
    private static final double TIME_STEP = 0.005;
    private static final double TEMPERATURE = 1.44;

    /** More atoms than on average that memory is made for. */
    private static final double MARGIN = 1.3;

    private static final int SPARE_ATOMS = 200;

    private final Lattice lattice;
    private final Box box;
    private final Atoms atoms;
    private final NeighbourExchange exchange;
    private final Migration migration;
    private final Halo halo;
    private final Bins bins;
    private final NeighbourList neighbours;
    private final LennardJones forces = new LennardJones(CUTOFF);
    private final Thermo thermo;
    private final Phases phases = new Phases();
    private int step;

    /**
     * The atoms at rest on their lattice.
     *
     * @param cells of the lattice in each direction
     * @param exchanges makes what PEs exchange data by, for so many doubles at a time
     */
    Simulation(int cells, IntFunction<NeighbourExchange> exchanges) {
        lattice = new Lattice(cells);
        box = new Box(lattice.length(), myPe(), nPes());
        check();
        atoms = new Atoms(atomsIn(widened(0) * widened(1) * widened(2)));
        exchange = exchanges.apply(Box.DIMENSIONS * mostGhosts());
        migration = new Migration(exchange, box);
        halo = new Halo(exchange, box, CUTOFF + SKIN);
        bins = new Bins(box, CUTOFF + SKIN, Math.max(1, cells * 5 / 6));
        neighbours = new NeighbourList(bins, CUTOFF + SKIN);
        thermo = new Thermo(lattice.atoms(), Math.pow(lattice.length(), Box.DIMENSIONS));
        lattice.fill(atoms, box);
        thermo.start(atoms, TEMPERATURE);
        exchangeAtoms();
        neighbours.build(atoms);
        computeForces(true);
        barrierAll();
    }

    private void check() {
        for (int d = 0; d < Box.DIMENSIONS; d++) {
            if (box.partLength(d) < CUTOFF + SKIN) {
                throw new IllegalArgumentException("the box, of length " + box.length + ", is too small for " + box.grid
                        + ": atoms reach farther than to the next PE; take more cells or fewer PEs");
            }
        }
    }

    private static int atomsIn(double volume) {
        return (int) (volume * Lattice.DENSITY * MARGIN) + SPARE_ATOMS;
    }

    /** Edge of a PE's part with its ghosts. */
    private double widened(int dimension) {
        return box.partLength(dimension) + 2 * (CUTOFF + SKIN);
    }

    /** At one side. */
    private int mostGhosts() {
        final double area =
                Math.max(widened(0) * widened(1), Math.max(widened(1) * widened(2), widened(2) * widened(0)));
        return atomsIn(area * (CUTOFF + SKIN));
    }

    int atoms() {
        return lattice.atoms();
    }

    Box box() {
        return box;
    }

    Phases phases() {
        return phases;
    }

    /** Temperature now; collective. */
    double temperature() {
        return thermo.temperature(atoms);
    }

    /** State after the start or a step that measured; collective. */
    Thermo.State state() {
        return thermo.state(atoms, forces);
    }

    /** Makes one step; collective. */
    void step(boolean isMeasured) {
        step++;
        accelerate();
        move();
        phases.add(Phase.OTHER);
        if (step % STEPS_OF_A_LIST == 0) {
            exchangeAtoms();
            phases.add(Phase.COMMUNICATION);
            neighbours.build(atoms);
            phases.add(Phase.NEIGHBOURS);
        } else {
            halo.forward(atoms);
            phases.add(Phase.COMMUNICATION);
        }
        computeForces(isMeasured);
        accelerate();
        phases.add(Phase.OTHER);
    }

    /** Moves atoms to their PEs and makes ghosts anew; atoms near each other come to lie near each other. */
    private void exchangeAtoms() {
        atoms.forgetGhosts();
        migration.run(atoms);
        bins.sort(atoms.x, atoms.ownedEnd());
        atoms.reorder(bins.places);
        halo.begin(atoms);
    }

    private void computeForces(boolean isMeasured) {
        forces.compute(atoms, neighbours, isMeasured);
        phases.add(Phase.FORCES);
        halo.reverse(atoms);
        phases.add(Phase.COMMUNICATION);
    }

    /** Half a step of the velocities. */
    private void accelerate() {
        final double[] v = atoms.v;
        final double[] f = atoms.f;
        final int end = atoms.ownedEnd();
        for (int i = 0; i < end; i++) {
            v[i] += 0.5 * TIME_STEP * f[i];
        }
    }

    private void move() {
        final double[] x = atoms.x;
        final double[] v = atoms.v;
        final int end = atoms.ownedEnd();
        for (int i = 0; i < end; i++) {
            x[i] += TIME_STEP * v[i];
        }
    }

    @Override
    public void close() {
        thermo.close();
        exchange.close();
    }
}
