package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.ControlMemory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two threads stand in for PEs. PE 0 reaches the other heap by a transport that throws a {@link StackOverflowError},
 * and so leaves each collective between two barriers; the other PE waits in the second one.
 */
@Timeout(60)
class ErrorWithinACollectiveTest {
    private static final long HEAP_BYTES = 64 << 10;
    private static final long BYTES = 4 << 10;
    private static final long DEST = 32 << 10;

    interface Collective {
        void call(Collectives collectives);
    }

    static Stream<Named<Collective>> collectives() {
        return Stream.of(
                Named.of("broadcast", c -> c.broadcast(DEST, 0, BYTES, 1)),
                Named.of("collect", c -> c.collect(DEST, HEAP_BYTES - DEST, 0, BYTES)),
                Named.of("fcollect", c -> c.fcollect(DEST, 0, BYTES)),
                Named.of("alltoall", c -> c.alltoall(DEST, 0, BYTES)),
                Named.of("alltoalls", c -> c.alltoalls(DEST, 16, 0, 16, 8, BYTES / 16)),
                Named.of("reduce", c -> c.reduce(Reduction.SUM, ElementKind.LONG, DEST, 0, BYTES / 8)),
                Named.of("scan", c -> c.scan(true, ElementKind.LONG, DEST, 0, BYTES / 8)));
    }

    /** By any call of the team, too. */
    private static List<Runnable> laterCalls(Team team, Collectives c) {
        final LongBinaryOperator add = Long::sum;
        final ValueBatch batch = c.batch();
        batch.addSync(false);
        return List.of(
                () -> c.broadcast(DEST, 0, BYTES, 1),
                () -> c.collect(DEST, HEAP_BYTES - DEST, 0, BYTES),
                () -> c.fcollect(DEST, 0, BYTES),
                () -> c.alltoall(DEST, 0, BYTES),
                () -> c.alltoalls(DEST, 16, 0, 16, 8, BYTES / 16),
                () -> c.reduce(Reduction.SUM, ElementKind.LONG, DEST, 0, BYTES / 8),
                () -> c.scan(true, ElementKind.LONG, DEST, 0, BYTES / 8),
                () -> c.reduceBy(ElementKind.LONG, add, true, DEST, 0, BYTES / 8),
                () -> c.scanBy(true, ElementKind.LONG, add, 0, DEST, 0, BYTES / 8),
                () -> c.reduceValue(Reduction.SUM, ElementKind.LONG, 1),
                () -> c.scanValue(true, ElementKind.LONG, 1),
                () -> c.reduceValueBy(ElementKind.LONG, add, true, 1),
                () -> c.scanValueBy(true, ElementKind.LONG, add, 0, 1),
                () -> c.gather(new long[1], new long[2]),
                () -> c.broadcastValue(ElementKind.LONG, 1, 0),
                () -> c.any(true),
                () -> c.all(true),
                batch::run,
                batch::start,
                () -> team.sync(CollectiveCall.TEAM_SYNC));
    }

    private static List<Runnable> laterTeams(Teams teams) {
        return List.of(
                () -> teams.splitStrided(teams.world(), 0, 1, 2),
                () -> teams.splitRow(teams.world(), 2),
                () -> teams.splitColumn(teams.world(), 2),
                () -> teams.splitByColor(teams.world(), 0, 0),
                () -> teams.splitPes(teams.world(), 0, 1),
                () -> teams.twin(teams.world(), null, null),
                () -> teams.destroy(teams.world(), () -> {}));
    }

    /** Another barrier of PE 0 would be taken for the second one of the call that it has left. */
    @ParameterizedTest
    @MethodSource("collectives")
    void shouldLeaveTheTeamUnusableOnThatPe(Collective collective) {
        final NodeLayout layout = new NodeLayout(2, 0);
        final long control = Arena.global().allocate(layout.controlEnd(), 4096).address();
        final long[] heaps = {heap(), heap()};
        final Teams teams = teams(layout, control, 0, new long[] {heaps[0], 0});
        final Collectives collectives = new Collectives(teams.world());
        final Collectives others =
                new Collectives(teams(layout, control, 1, heaps).world());
        Thread.ofPlatform().daemon().start(() -> collective.call(others));

        assertThrows(StackOverflowError.class, () -> collective.call(collectives));
        for (int i = 0; i < 2; i++) {
            laterCalls(teams.world(), collectives).forEach(ErrorWithinACollectiveTest::assertTellsOfTheError);
            laterTeams(teams).forEach(ErrorWithinACollectiveTest::assertTellsOfTheError);
        }
    }

    private static void assertTellsOfTheError(Runnable call) {
        final String message = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(message.contains("left by an error, such as a StackOverflowError"), message);
    }

    private static long heap() {
        return Arena.global().allocate(HEAP_BYTES, 64).address();
    }

    private static Teams teams(NodeLayout layout, long control, int pe, long[] bases) {
        final Topology topology = Topology.oneNode(pe, 2);
        final ControlMemory controlMemory = new ControlMemory(
                control,
                layout,
                null,
                topology,
                pe,
                false,
                new WaitPoints(control, layout),
                WaitPolicy.endless(true),
                null,
                null);
        return new Teams(controlMemory, bases, Routes.of(topology, new Overflowing(), null));
    }

    private static final class Overflowing extends Transport {
        @Override
        public void put(int pe, long destOffset, long sourceAddress, long bytes) {
            throw new StackOverflowError();
        }

        @Override
        public void get(int pe, long destAddress, long sourceOffset, long bytes) {
            throw new StackOverflowError();
        }

        @Override
        public void putBlocks(
                int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
            throw new StackOverflowError();
        }

        @Override
        public void getBlocks(
                int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
            throw new StackOverflowError();
        }

        @Override
        public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
            throw new StackOverflowError();
        }

        @Override
        public void fence() {}

        @Override
        public void quiet() {}
    }
}
