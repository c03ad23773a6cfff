package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import java.util.stream.Stream;
import org.jshmem.CollectiveRequest;
import org.jshmem.NonblockingCollectives;
import org.jshmem.SymmetricLongs;

/** Collectives that are started and awaited, and their blocking calls; twin of {@code messages/nonblocking.c}. */
final class NonblockingLoops {
    private static final int IN_FLIGHT = 64;
    private static final List<Integer> NO_DATA = List.of(1);
    private static final List<Integer> ONE_LONG = List.of(Long.BYTES);
    private static final int MOST = OverlapLoops.MOST_BYTES / Long.BYTES;

    private final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);
    private final SymmetricLongs source = mallocLongs(MOST);
    private final SymmetricLongs[] dests =
            Stream.generate(() -> mallocLongs(MOST)).limit(OverlapLoops.DESTS).toArray(SymmetricLongs[]::new);
    private final CollectiveRequest[] requests = new CollectiveRequest[IN_FLIGHT];
    private final int pes = nPes();

    /** Collective. */
    NonblockingLoops() {
        source.fill(1);
    }

    List<Operation> operations() {
        return Stream.of(
                        small(),
                        sum().operations(),
                        broadcast().operations(),
                        alltoall().operations())
                .flatMap(List::stream)
                .toList();
    }

    private List<Operation> small() {
        return List.of(
                new Operation("sum of a long", ALL_PES, ONE_LONG, this::longSumLoop),
                new Operation("sum of a long, blocking", ALL_PES, ONE_LONG, this::blockingLongSumLoop),
                new Operation("sum of a long, 64 in flight", ALL_PES, ONE_LONG, this::longSumsLoop),
                new Operation("barrier", ALL_PES, NO_DATA, this::barrierLoop),
                new Operation("barrier, blocking", ALL_PES, NO_DATA, NonblockingLoops::blockingBarrierLoop));
    }

    /** Those for which nothing is allocated. */
    List<Operation> withoutAllocation() {
        return List.of(
                new Operation("sum of a long, awaited", ALL_PES, ONE_LONG, this::longSumLoop),
                new Operation("broadcast, awaited", ALL_PES, List.of(1 << 16), this::broadcastLoop));
    }

    private OverlapLoops sum() {
        return new OverlapLoops(
                "sum",
                dests,
                (dest, nelems, turn) -> nonblocking.sumReduceNb(dest, source, nelems),
                (dest, nelems, turn) -> sumReduce(TEAM_WORLD, dest, source, nelems));
    }

    /** From each PE in turn, so that none is ahead of the others. */
    private OverlapLoops broadcast() {
        return new OverlapLoops(
                "broadcast",
                dests,
                (dest, nelems, turn) -> nonblocking.broadcastNb(dest, source, nelems, turn % pes),
                (dest, nelems, turn) -> org.jshmem.Shmem.broadcast(TEAM_WORLD, dest, source, nelems, turn % pes));
    }

    private OverlapLoops alltoall() {
        return new OverlapLoops(
                "alltoall",
                dests,
                (dest, nelems, turn) -> nonblocking.alltoallNb(dest, source, nelems / pes),
                (dest, nelems, turn) -> org.jshmem.Shmem.alltoall(TEAM_WORLD, dest, source, nelems / pes));
    }

    /** Collective. */
    void release() {
        for (SymmetricLongs dest : dests) {
            free(dest);
        }
        free(source);
    }

    private void longSumLoop(int iterations, int bytes) {
        long sum = 1;
        for (int i = 0; i < iterations; i++) {
            sum = nonblocking.sumReduceNb(sum).longResult();
        }
        Sink.consume(sum);
        barrierAll();
    }

    private void blockingLongSumLoop(int iterations, int bytes) {
        long sum = 1;
        for (int i = 0; i < iterations; i++) {
            sum = sumReduce(TEAM_WORLD, sum);
        }
        Sink.consume(sum);
        barrierAll();
    }

    private void longSumsLoop(int iterations, int bytes) {
        int open = 0;
        for (int i = 0; i < iterations; i++) {
            requests[open++] = nonblocking.sumReduceNb((long) i);
            if (open == IN_FLIGHT || i == iterations - 1) {
                CollectiveRequest.awaitAll(requests);
                open = 0;
            }
        }
        barrierAll();
    }

    private void broadcastLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            nonblocking.broadcastNb(dests[0], source, bytes / Long.BYTES, 0).await();
        }
        barrierAll();
    }

    private void barrierLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            nonblocking.barrierNb().await();
        }
        barrierAll();
    }

    private static void blockingBarrierLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            barrierAll();
        }
        barrierAll();
    }
}
