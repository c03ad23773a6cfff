package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.MiniMdReplay.ATOMS;
import static org.jshmem.benchmarks.MiniMdReplay.BORDER_ATOMS;
import static org.jshmem.benchmarks.MiniMdReplay.DIMENSIONS;
import static org.jshmem.benchmarks.MiniMdReplay.NO_SIZE;
import static org.jshmem.benchmarks.MiniMdReplay.OWN_ATOMS;
import static org.jshmem.benchmarks.MiniMdReplay.STEPS_BETWEEN_BORDERS;
import static org.jshmem.benchmarks.MiniMdReplay.SWAP_ATOMS;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * {@link MiniMdReplay} without messages: positions are stored where the other PE has its copies of them, and forces are
 * read where it has computed them. A signal says that they are there.
 *
 * <p>Each exchange is one of both PEs, so a PE that is signalled knows that the other one has read what the exchange
 * before was about. The forces of the two swaps have places of their own, as they have in the program.
 */
final class MiniMdOneSided {
    private final SymmetricDoubles positions = mallocDoubles(ATOMS * DIMENSIONS);
    private final SymmetricDoubles forces = mallocDoubles(ATOMS * DIMENSIONS);
    private final SymmetricLongs signal = callocLongs(1);
    private final int partner = nPes() - 1 - myPe();
    private final boolean takesPart = nPes() == 2 && ptr(positions, partner) != null;
    private final DoubleBuffer ownPositions = positions.buffer();
    private final DoubleBuffer ownForces = forces.buffer();
    private final DoubleBuffer itsPositions =
            takesPart ? ptr(positions, partner).buffer() : null;
    private final DoubleBuffer itsForces = takesPart ? ptr(forces, partner).buffer() : null;
    private final double[] computed = new double[ATOMS * DIMENSIONS];
    private final int[] listed = MiniMdReplay.listed();
    private long exchanges;
    private int step;

    /** Collective. */
    MiniMdOneSided() {
        positions.fill(1);
        forces.fill(1);
        Arrays.fill(computed, 1);
    }

    List<Operation> operations() {
        return List.of(new Operation("replay of MiniMD, one-sided", ALL_PES, NO_SIZE, this::loop));
    }

    /** Collective. */
    void release() {
        positions.close();
        forces.close();
        signal.close();
    }

    private void loop(int iterations, int unused) {
        for (int i = 0; takesPart && i < iterations; i++) {
            if (step++ % STEPS_BETWEEN_BORDERS == 0) {
                forward(BORDER_ATOMS);
                forward(BORDER_ATOMS);
            }
            forward(SWAP_ATOMS[0]);
            forward(SWAP_ATOMS[1]);
            reverse(SWAP_ATOMS[1], OWN_ATOMS + SWAP_ATOMS[0]);
            reverse(SWAP_ATOMS[0], OWN_ATOMS);
        }
        barrierAll();
    }

    /** Positions of listed atoms to the copies that the other PE has of them. */
    private void forward(int atoms) {
        final DoubleBuffer from = ownPositions;
        final DoubleBuffer to = itsPositions;
        for (int i = 0; i < atoms; i++) {
            final int atom = DIMENSIONS * listed[i];
            final int copy = DIMENSIONS * (OWN_ATOMS + i);
            to.put(copy, from.get(atom));
            to.put(copy + 1, from.get(atom + 1));
            to.put(copy + 2, from.get(atom + 2));
        }
        meet();
    }

    /** Forces on copies, which are written here as a program does that computes them, to the atoms themselves. */
    private void reverse(int atoms, int firstCopy) {
        ownForces.put(DIMENSIONS * firstCopy, computed, 0, DIMENSIONS * atoms);
        meet();
        final DoubleBuffer from = itsForces;
        final DoubleBuffer to = ownForces;
        for (int i = 0; i < atoms; i++) {
            final int atom = DIMENSIONS * listed[i];
            final int copy = DIMENSIONS * (firstCopy + i);
            to.put(atom, to.get(atom) + from.get(copy));
            to.put(atom + 1, to.get(atom + 1) + from.get(copy + 1));
            to.put(atom + 2, to.get(atom + 2) + from.get(copy + 2));
        }
    }

    private void meet() {
        fence();
        signalAdd(signal, 0, 1, partner);
        signalWaitUntil(signal, 0, Cmp.GE, ++exchanges);
    }
}
