package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;

/** Temperature, energy and pressure of all atoms: sums over the PEs. */
final class Thermo implements AutoCloseable {
    private final SymmetricDoubles mine = mallocDoubles(Box.DIMENSIONS);
    private final SymmetricDoubles all = mallocDoubles(Box.DIMENSIONS);
    private final int atoms;
    private final double volume;

    /**
     * State of the whole box.
     *
     * @param temperature by the kinetic energy
     * @param energy potential energy of an atom
     * @param pressure by temperature and virial
     */
    record State(double temperature, double energy, double pressure) {}

    Thermo(int atoms, double volume) {
        this.atoms = atoms;
        this.volume = volume;
    }

    /** The state after forces were measured; collective. */
    State state(Atoms part, LennardJones forces) {
        sum(squareSum(part), forces.energy(), forces.virial());
        final double temperature = all.get(0) / degreesOfFreedom();
        final double pressure = (temperature * degreesOfFreedom() + all.get(2)) / (Box.DIMENSIONS * volume);
        return new State(temperature, all.get(1) / atoms, pressure);
    }

    /** Gives the atoms, whose velocities are random, a temperature and no common velocity; collective. */
    void start(Atoms part, double temperature) {
        final double[] sums = new double[Box.DIMENSIONS];
        for (int i = 0; i < part.ownedEnd(); i++) {
            sums[i % Box.DIMENSIONS] += part.v[i];
        }
        sum(sums);
        for (int i = 0; i < part.ownedEnd(); i++) {
            part.v[i] -= all.get(i % Box.DIMENSIONS) / atoms;
        }
        final double factor = Math.sqrt(temperature / temperature(part));
        for (int i = 0; i < part.ownedEnd(); i++) {
            part.v[i] *= factor;
        }
    }

    /** The temperature; collective. */
    double temperature(Atoms part) {
        sum(squareSum(part));
        return all.get(0) / degreesOfFreedom();
    }

    private int degreesOfFreedom() {
        return Box.DIMENSIONS * (atoms - 1);
    }

    private static double squareSum(Atoms part) {
        double sum = 0;
        for (int i = 0; i < part.ownedEnd(); i++) {
            sum += part.v[i] * part.v[i];
        }
        return sum;
    }

    private void sum(double... values) {
        put(mine, values, myPe());
        sumReduce(TEAM_WORLD, all, mine, values.length);
    }

    @Override
    public void close() {
        mine.close();
        all.close();
    }
}
