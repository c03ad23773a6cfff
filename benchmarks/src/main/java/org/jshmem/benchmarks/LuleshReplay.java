package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.SharedArray;
import org.jshmem.SharedDoubles;
import org.jshmem.SymmetricDoubles;
import org.jshmem.messages.MessageView;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/**
 * The messages of one iteration of LULESH (8 PEs, 15 x 15 x 15 elements each) with packing and unpacking, and no
 * physics; twin of {@code lulesh.c}. The PE at a corner of the cube has the other one for all its neighbours.
 *
 * <p>Three phases: forces of shared nodes are added up, positions and velocities are copied to half of the neighbours,
 * and gradients of elements are copied to ghosts. Then comes the time step's minimum.
 */
final class LuleshReplay {
    static final List<Integer> NO_SIZE = List.of(1);
    static final int NODES = 16;
    private static final int ELEMENTS = 15;
    static final int VOLUME = NODES * NODES * NODES;
    static final int MOST_FIELDS = 6;
    static final int MOST_MESSAGES = 7;

    /** Behind the cube a field has its ghosts, message by message. */
    static final int FIELD_DOUBLES = VOLUME + MOST_MESSAGES * NODES * NODES;

    static final int MOST_DOUBLES = MOST_FIELDS * NODES * NODES;
    private static final int TAG = 1;

    static final CubeRegion[] GHOSTS = {ghosts(0), ghosts(1), ghosts(2)};
    private static final CubeRegion CORNER = CubeRegion.row(0, 1, 0);
    static final List<Phase> PHASES = List.of(
            new Phase(
                    3,
                    Unpacking.ADD,
                    CubeRegion.zPlane(NODES),
                    CubeRegion.yPlane(NODES),
                    CubeRegion.xPlane(NODES),
                    CubeRegion.row(0, NODES, NODES * NODES),
                    CubeRegion.row(0, NODES, 1),
                    CubeRegion.row(0, NODES, NODES),
                    CORNER),
            new Phase(
                    6,
                    Unpacking.COPY,
                    CubeRegion.zPlane(NODES),
                    CubeRegion.xPlane(NODES),
                    CubeRegion.row(0, NODES, NODES),
                    CORNER),
            new Phase(
                    3,
                    Unpacking.TO_GHOSTS,
                    CubeRegion.zPlane(ELEMENTS),
                    CubeRegion.yPlane(ELEMENTS),
                    CubeRegion.xPlane(ELEMENTS)));

    private final Messages messages = Messages.on(TEAM_WORLD);
    private final SharedDoubles[] sendBuffers = buffers();
    private final SharedDoubles[] receiveBuffers = buffers();
    private final DoubleBuffer[] packed = views(sendBuffers);
    private final DoubleBuffer[] received = views(receiveBuffers);
    private final Request[] sends = new Request[MOST_MESSAGES];
    private final Request[] receives = new Request[MOST_MESSAGES];

    private final double[][] fields = new double[MOST_FIELDS][FIELD_DOUBLES];

    private final SymmetricDoubles timeStep = mallocDoubles(1);
    private final SymmetricDoubles leastTimeStep = mallocDoubles(1);
    private final MessageVisitor visitor = this::unpack;
    private final int partner = 1 - myPe();
    private final boolean takesPart = nPes() == 2;
    private Phase visited;

    /** Collective. */
    LuleshReplay() {
        timeStep.fill(1);
        for (double[] field : fields) {
            Arrays.fill(field, 1);
        }
    }

    List<Operation> operations() {
        return List.of(
                new Operation("replay of LULESH, messages", ALL_PES, NO_SIZE, this::messageLoop),
                new Operation("replay of LULESH, visited", ALL_PES, NO_SIZE, this::visitLoop));
    }

    /** Collective. */
    void release() {
        Stream.of(sendBuffers, receiveBuffers).flatMap(Arrays::stream).forEach(SharedArray::close);
        free(timeStep);
        free(leastTimeStep);
        messages.close();
    }

    private static CubeRegion ghosts(int message) {
        return CubeRegion.row(VOLUME + message * NODES * NODES, ELEMENTS * ELEMENTS, 1);
    }

    private static SharedDoubles[] buffers() {
        return Stream.generate(() -> SharedDoubles.allocate(MOST_DOUBLES))
                .limit(MOST_MESSAGES)
                .toArray(SharedDoubles[]::new);
    }

    private static DoubleBuffer[] views(SharedDoubles... buffers) {
        return Stream.of(buffers).map(SymmetricDoubles::buffer).toArray(DoubleBuffer[]::new);
    }

    private void messageLoop(int iterations, int unused) {
        for (int i = 0; takesPart && i < iterations; i++) {
            for (int phase = 0; phase < PHASES.size(); phase++) {
                exchange(PHASES.get(phase));
            }
            minReduce(TEAM_WORLD, leastTimeStep, timeStep, 1);
        }
        barrierAll();
    }

    private void visitLoop(int iterations, int unused) {
        for (int i = 0; takesPart && i < iterations; i++) {
            for (int phase = 0; phase < PHASES.size(); phase++) {
                exchangeVisited(PHASES.get(phase));
            }
            minReduce(TEAM_WORLD, leastTimeStep, timeStep, 1);
        }
        barrierAll();
    }

    private void exchange(Phase phase) {
        for (int message = 0; message < phase.messages(); message++) {
            receives[message] =
                    messages.irecv(receiveBuffers[message], 0, phase.doubles(message), partner, TAG + message);
        }
        sendAll(phase);
        awaitSends(phase);
        for (int message = 0; message < phase.messages(); message++) {
            receives[message].await();
            unpack(phase, message);
        }
    }

    private void exchangeVisited(Phase phase) {
        visited = phase;
        sendAll(phase);
        for (int message = 0; message < phase.messages(); message++) {
            messages.visit(partner, TAG + message, visitor);
        }
        awaitSends(phase);
    }

    private void sendAll(Phase phase) {
        for (int message = 0; message < phase.messages(); message++) {
            final CubeRegion region = phase.regions[message];
            for (int field = 0; field < phase.fields(); field++) {
                region.pack(fields[field], packed[message], field * region.size());
            }
            sends[message] = messages.isend(sendBuffers[message], 0, phase.doubles(message), partner, TAG + message);
        }
    }

    private void awaitSends(Phase phase) {
        for (int message = 0; message < phase.messages(); message++) {
            sends[message].await();
        }
    }

    private void unpack(Phase phase, int message) {
        final CubeRegion region = phase.target(message);
        for (int field = 0; field < phase.fields(); field++) {
            if (phase.unpacking() == Unpacking.ADD) {
                region.add(fields[field], received[message], field * region.size());
            } else {
                region.copy(fields[field], received[message], field * region.size());
            }
        }
    }

    private void unpack(MessageView message) {
        final CubeRegion region = visited.target(message.tag() - TAG);
        for (int field = 0; field < visited.fields(); field++) {
            if (visited.unpacking() == Unpacking.ADD) {
                region.add(fields[field], message, field * region.size());
            } else {
                region.copy(fields[field], message, field * region.size());
            }
        }
    }

    /** What becomes of what a message brings. */
    enum Unpacking {
        ADD,
        COPY,
        TO_GHOSTS
    }

    /**
     * Messages that are on their way at the same time.
     *
     * @param fields how many fields each of them brings
     * @param unpacking what becomes of them
     * @param regions of each message; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // compared with nothing, and not handed on
    record Phase(int fields, Unpacking unpacking, CubeRegion... regions) {
        int messages() {
            return regions.length;
        }

        CubeRegion region(int message) {
            return regions[message];
        }

        int doubles(int message) {
            return fields * regions[message].size();
        }

        /** Where a message belongs. */
        CubeRegion target(int message) {
            return unpacking == Unpacking.TO_GHOSTS ? GHOSTS[message] : regions[message];
        }
    }
}
