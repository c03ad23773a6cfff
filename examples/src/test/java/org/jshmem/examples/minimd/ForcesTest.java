package org.jshmem.examples.minimd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lists and forces of atoms in a box without periods, against a loop over all pairs. */
class ForcesTest {
    private static final double CUTOFF = 2.5;
    private static final double SKIN = 0.3;
    private static final double TINY = 1e-9;
    private static final int CELLS = 5;

    private final Lattice lattice = new Lattice(CELLS);
    private final Box box = new Box(lattice.length(), 0, 1);
    private final Atoms atoms = new Atoms(1);
    private final NeighbourList list = new NeighbourList(new Bins(box, CUTOFF + SKIN, 4), CUTOFF + SKIN);
    private final LennardJones forces = new LennardJones(CUTOFF);

    ForcesTest() {
        lattice.fill(atoms, box);
        final Random random = new Random(1);
        for (int i = 0; i < atoms.ownedEnd(); i++) {
            atoms.x[i] = box.wrap(atoms.x[i] + 0.1 * random.nextDouble());
        }
        list.build(atoms);
    }

    @Test
    void shouldFillTheLattice() {
        assertEquals(4 * CELLS * CELLS * CELLS, atoms.owned());
        assertEquals(lattice.atoms(), atoms.owned());
    }

    @Test
    void shouldListEveryPairOnce() {
        int near = 0;
        for (int i = 0; i < atoms.ownedEnd(); i += 3) {
            for (int j = 0; j < i; j += 3) {
                near += square(i, j) <= (CUTOFF + SKIN) * (CUTOFF + SKIN) ? 1 : 0;
            }
        }
        assertEquals(near, list.starts()[atoms.owned()]);
    }

    @Test
    void shouldAddTheForcesOfAllPairs() {
        forces.compute(atoms, list, true);

        final double[] expected = new double[atoms.ownedEnd()];
        double energy = 0;
        for (int i = 0; i < atoms.ownedEnd(); i += 3) {
            for (int j = 0; j < i; j += 3) {
                energy += addPair(expected, i, j);
            }
        }
        assertArrayEquals(expected, java.util.Arrays.copyOf(atoms.f, expected.length), TINY);
        assertEquals(energy, forces.energy(), TINY * atoms.owned());
    }

    private double addPair(double[] expected, int i, int j) {
        final double square = square(i, j);
        if (square >= CUTOFF * CUTOFF) {
            return 0;
        }
        final double force = 48 * Math.pow(square, -7) - 24 * Math.pow(square, -4);
        for (int d = 0; d < 3; d++) {
            expected[i + d] += force * (atoms.x[i + d] - atoms.x[j + d]);
            expected[j + d] -= force * (atoms.x[i + d] - atoms.x[j + d]);
        }
        return 4 * Math.pow(square, -6) - 4 * Math.pow(square, -3);
    }

    private double square(int i, int j) {
        double square = 0;
        for (int d = 0; d < 3; d++) {
            square += (atoms.x[i + d] - atoms.x[j + d]) * (atoms.x[i + d] - atoms.x[j + d]);
        }
        return square;
    }
}
