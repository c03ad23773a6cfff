package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;

/** Collectives of a team of all PEs; twin of {@code team.c}. */
final class TeamLoops {
    private static final List<Integer> NO_DATA = List.of(1);
    private static final List<Integer> BLOCK_BYTES = List.of(8, 4096, 65536);
    private static final List<Integer> VECTOR_BYTES = List.of(8, 4096, 65536, 1 << 18, 1 << 20, 4 << 20, 16 << 20);
    private static final List<Integer> SHARED_BYTES = VECTOR_BYTES.subList(3, VECTOR_BYTES.size());

    private final ShmemTeam team = teamSplitStrided(TEAM_WORLD, 0, 1, nPes());
    private final SymmetricLongs dest = mallocLongs(longest());
    private final SymmetricLongs source = mallocLongs(longest());
    private final OneCopier oneCopier = new OneCopier(dest, source);

    /** Collective. */
    TeamLoops() {
        dest.fill(1);
        source.fill(2);
    }

    private static long longest() {
        final long blocks = (long) BLOCK_BYTES.getLast() * nPes();
        return Math.max(VECTOR_BYTES.getLast(), blocks) / Long.BYTES;
    }

    List<Operation> operations() {
        return List.of(
                new Operation("team_sync", ALL_PES, NO_DATA, this::syncLoop),
                new Operation("sum_reduce", ALL_PES, VECTOR_BYTES, this::sumLoop),
                new Operation("sum_reduce of a value", ALL_PES, List.of(Long.BYTES), this::sumOfValueLoop),
                new Operation("broadcast + barrier", ALL_PES, VECTOR_BYTES, this::broadcastLoop),
                new Operation("alltoall", ALL_PES, BLOCK_BYTES, this::alltoallLoop),
                new Operation("fcollect", ALL_PES, BLOCK_BYTES, this::fcollectLoop));
    }

    /** Not the library's: what it would be without sharing the work. */
    List<Operation> operationsByOne() {
        return List.of(
                new Operation("sum_reduce" + OneCopier.SUFFIX, ALL_PES, SHARED_BYTES, this::sumByOneLoop),
                new Operation(
                        "broadcast + barrier" + OneCopier.SUFFIX, ALL_PES, SHARED_BYTES, this::broadcastByOneLoop));
    }

    /** Collective. */
    void release() {
        free(source);
        free(dest);
        team.destroy();
    }

    private void syncLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            teamSync(team);
        }
        barrierAll();
    }

    private void sumLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            sumReduce(team, dest, source, nelems);
        }
        barrierAll();
    }

    private void sumOfValueLoop(int iterations, int bytes) {
        long sum = 1;
        for (int i = 0; i < iterations; i++) {
            sum = sumReduce(team, sum);
        }
        dest.set(sum);
        barrierAll();
    }

    private void broadcastLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            broadcast(team, dest, source, nelems, 0);
            barrierAll();
        }
        barrierAll();
    }

    private void sumByOneLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            oneCopier.sum(bytes / Long.BYTES);
        }
        barrierAll();
    }

    private void broadcastByOneLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            oneCopier.broadcast(bytes / Long.BYTES);
        }
        barrierAll();
    }

    private void alltoallLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            alltoall(team, dest, source, nelems);
        }
        barrierAll();
    }

    private void fcollectLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            fcollect(team, dest, source, nelems);
        }
        barrierAll();
    }
}
