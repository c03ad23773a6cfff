package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import org.jshmem.SharedDoubles;
import org.jshmem.messages.MessageView;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/**
 * The messages of one step of MiniMD (2 PEs, 8 x 8 x 8 cells) with packing and unpacking, and no physics; twin of
 * {@code minimd.c}.
 *
 * <p>A step swaps positions of listed atoms twice and forces of their copies back twice. Every fifth step brings two
 * larger swaps of positions, as atoms change their places.
 */
final class MiniMdReplay {
    static final List<Integer> NO_SIZE = List.of(1);
    static final int ATOMS = 4096;
    static final int OWN_ATOMS = 1024;
    static final int[] SWAP_ATOMS = {950, 820};
    static final int STEPS_BETWEEN_BORDERS = 5;
    static final int BORDER_ATOMS = 1416;
    static final int DIMENSIONS = 3;
    private static final int TAG = 1;

    private final Messages messages = Messages.on(TEAM_WORLD);
    private final SharedDoubles sendBuffer = SharedDoubles.allocate(BORDER_ATOMS * DIMENSIONS);
    private final SharedDoubles receiveBuffer = SharedDoubles.allocate(BORDER_ATOMS * DIMENSIONS);
    private final DoubleBuffer packed = sendBuffer.buffer();
    private final DoubleBuffer received = receiveBuffer.buffer();
    private final double[] positions = new double[ATOMS * DIMENSIONS];
    private final double[] forces = new double[ATOMS * DIMENSIONS];
    private final int[] listed = listed();
    private final MessageVisitor intoPositions = this::copyPositions;
    private final MessageVisitor intoForces = this::addForces;
    private final int partner = 1 - myPe();
    private final boolean takesPart = nPes() == 2;
    private int step;

    /** Collective. */
    MiniMdReplay() {
        Arrays.fill(positions, 1);
        Arrays.fill(forces, 1);
    }

    /** The atoms that are sent, which lie near each other. */
    static int[] listed() {
        final int[] listed = new int[BORDER_ATOMS];
        Arrays.setAll(listed, i -> i * 5 / 7 % OWN_ATOMS);
        return listed;
    }

    List<Operation> operations() {
        return List.of(
                new Operation("replay of MiniMD, messages", ALL_PES, NO_SIZE, this::messageLoop),
                new Operation("replay of MiniMD, visited", ALL_PES, NO_SIZE, this::visitLoop));
    }

    /** Collective. */
    void release() {
        sendBuffer.close();
        receiveBuffer.close();
        messages.close();
    }

    private void messageLoop(int iterations, int unused) {
        for (int i = 0; takesPart && i < iterations; i++) {
            if (step++ % STEPS_BETWEEN_BORDERS == 0) {
                forward(BORDER_ATOMS);
                forward(BORDER_ATOMS);
            }
            forward(SWAP_ATOMS[0]);
            forward(SWAP_ATOMS[1]);
            reverse(SWAP_ATOMS[1]);
            reverse(SWAP_ATOMS[0]);
        }
        barrierAll();
    }

    private void visitLoop(int iterations, int unused) {
        for (int i = 0; takesPart && i < iterations; i++) {
            if (step++ % STEPS_BETWEEN_BORDERS == 0) {
                forwardVisited(BORDER_ATOMS);
                forwardVisited(BORDER_ATOMS);
            }
            forwardVisited(SWAP_ATOMS[0]);
            forwardVisited(SWAP_ATOMS[1]);
            reverseVisited(SWAP_ATOMS[1]);
            reverseVisited(SWAP_ATOMS[0]);
        }
        barrierAll();
    }

    /** Positions of listed atoms to the copies that the other PE has of them. */
    private void forward(int atoms) {
        packPositions(atoms);
        swap(atoms);
        received.get(0, positions, DIMENSIONS * OWN_ATOMS, DIMENSIONS * atoms);
    }

    /** Forces on copies to the atoms themselves, which add them up. */
    private void reverse(int atoms) {
        packForces(atoms);
        swap(atoms);
        for (int i = 0; i < atoms; i++) {
            final int atom = DIMENSIONS * listed[i];
            forces[atom] += received.get(DIMENSIONS * i);
            forces[atom + 1] += received.get(DIMENSIONS * i + 1);
            forces[atom + 2] += received.get(DIMENSIONS * i + 2);
        }
    }

    private void swap(int atoms) {
        final long nelems = (long) DIMENSIONS * atoms;
        messages.sendrecv(sendBuffer, 0, nelems, partner, TAG, receiveBuffer, 0, nelems, partner, TAG);
    }

    private void forwardVisited(int atoms) {
        packPositions(atoms);
        visit(atoms, intoPositions);
    }

    private void reverseVisited(int atoms) {
        packForces(atoms);
        visit(atoms, intoForces);
    }

    private void visit(int atoms, MessageVisitor visitor) {
        final Request send = messages.isend(sendBuffer, 0, (long) DIMENSIONS * atoms, partner, TAG);
        messages.visit(partner, TAG, visitor);
        send.await();
    }

    private void packPositions(int atoms) {
        for (int i = 0; i < atoms; i++) {
            final int atom = DIMENSIONS * listed[i];
            packed.put(DIMENSIONS * i, positions[atom]);
            packed.put(DIMENSIONS * i + 1, positions[atom + 1]);
            packed.put(DIMENSIONS * i + 2, positions[atom + 2]);
        }
    }

    private void packForces(int atoms) {
        packed.put(0, forces, DIMENSIONS * OWN_ATOMS, DIMENSIONS * atoms);
    }

    private void copyPositions(MessageView message) {
        message.copy(0, positions, DIMENSIONS * OWN_ATOMS, (int) (message.bytes() / Double.BYTES));
    }

    private void addForces(MessageView message) {
        final int atoms = (int) (message.bytes() / Double.BYTES) / DIMENSIONS;
        for (int i = 0; i < atoms; i++) {
            final int atom = DIMENSIONS * listed[i];
            for (int d = 0; d < DIMENSIONS; d++) {
                forces[atom + d] += message.getDouble(DIMENSIONS * i + d);
            }
        }
    }
}
