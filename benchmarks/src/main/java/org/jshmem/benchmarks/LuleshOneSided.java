package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.LuleshReplay.FIELD_DOUBLES;
import static org.jshmem.benchmarks.LuleshReplay.GHOSTS;
import static org.jshmem.benchmarks.LuleshReplay.MOST_DOUBLES;
import static org.jshmem.benchmarks.LuleshReplay.MOST_FIELDS;
import static org.jshmem.benchmarks.LuleshReplay.MOST_MESSAGES;
import static org.jshmem.benchmarks.LuleshReplay.NODES;
import static org.jshmem.benchmarks.LuleshReplay.NO_SIZE;
import static org.jshmem.benchmarks.LuleshReplay.PHASES;
import static org.jshmem.benchmarks.LuleshReplay.VOLUME;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.nio.DoubleBuffer;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * {@link LuleshReplay} without messages: forces are stored in an inbox of the other PE, which adds them up; positions,
 * velocities and gradients where they belong there, on the other side of the cube and in ghosts. A signal for each
 * message of the original says that it is there. As all PEs agree on the time step at the end of each iteration,
 * nothing is overwritten before it was read.
 */
final class LuleshOneSided {
    /** To where a region goes that lies at the low sides of the cube: to the high ones. */
    private static final int TO_HIGH_Z = (NODES - 1) * NODES * NODES;

    private static final int TO_HIGH_X = NODES - 1;
    private static final CubeRegion[] COPY_TARGETS = {
        CubeRegion.zPlane(NODES).movedBy(TO_HIGH_Z),
        CubeRegion.xPlane(NODES).movedBy(TO_HIGH_X),
        CubeRegion.row(TO_HIGH_Z + TO_HIGH_X, NODES, NODES),
        CubeRegion.row(VOLUME - 1, 1, 0)
    };

    private final SymmetricDoubles fields = mallocDoubles(MOST_FIELDS * FIELD_DOUBLES);
    private final SymmetricDoubles inbox = mallocDoubles(MOST_MESSAGES * MOST_DOUBLES);
    private final SymmetricLongs signals = callocLongs(MOST_MESSAGES);
    private final SymmetricDoubles timeStep = mallocDoubles(1);
    private final SymmetricDoubles leastTimeStep = mallocDoubles(1);
    private final int partner = nPes() - 1 - myPe();
    private final boolean takesPart = nPes() == 2 && ptr(fields, partner) != null;
    private final DoubleBuffer own = fields.buffer();
    private final DoubleBuffer ownInbox = inbox.buffer();
    private final DoubleBuffer its = takesPart ? ptr(fields, partner).buffer() : null;
    private final DoubleBuffer itsInbox = takesPart ? ptr(inbox, partner).buffer() : null;
    private final long[] expected = new long[MOST_MESSAGES];

    /** Collective. */
    LuleshOneSided() {
        fields.fill(1);
        timeStep.fill(1);
    }

    List<Operation> operations() {
        return List.of(new Operation("replay of LULESH, one-sided", ALL_PES, NO_SIZE, this::loop));
    }

    /** Collective. */
    void release() {
        fields.close();
        inbox.close();
        signals.close();
        timeStep.close();
        leastTimeStep.close();
    }

    private void loop(int iterations, int unused) {
        for (int i = 0; takesPart && i < iterations; i++) {
            addForces(PHASES.get(0));
            store(PHASES.get(1), COPY_TARGETS);
            store(PHASES.get(2), GHOSTS);
            minReduce(TEAM_WORLD, leastTimeStep, timeStep, 1);
        }
        barrierAll();
    }

    private void addForces(LuleshReplay.Phase phase) {
        for (int message = 0; message < phase.messages(); message++) {
            final CubeRegion region = phase.region(message);
            for (int field = 0; field < phase.fields(); field++) {
                region.pack(own, field * FIELD_DOUBLES, itsInbox, message * MOST_DOUBLES + field * region.size());
            }
            signal(message);
        }
        for (int message = 0; message < phase.messages(); message++) {
            await(message);
            final CubeRegion region = phase.region(message);
            for (int field = 0; field < phase.fields(); field++) {
                region.add(own, field * FIELD_DOUBLES, ownInbox, message * MOST_DOUBLES + field * region.size());
            }
        }
    }

    private void store(LuleshReplay.Phase phase, CubeRegion... targets) {
        for (int message = 0; message < phase.messages(); message++) {
            for (int field = 0; field < phase.fields(); field++) {
                phase.region(message).copyTo(targets[message], own, its, field * FIELD_DOUBLES);
            }
            signal(message);
        }
        for (int message = 0; message < phase.messages(); message++) {
            await(message);
        }
    }

    private void signal(int message) {
        fence();
        signalAdd(signals, message, 1, partner);
    }

    private void await(int message) {
        signalWaitUntil(signals, message, Cmp.GE, ++expected[message]);
    }
}
