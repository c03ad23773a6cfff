package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import org.jshmem.CollectiveRequest;
import org.jshmem.SymmetricLongs;

/**
 * A collective on arrays, started and awaited by itself and beside a computation that lasts as long, and its blocking
 * call; twin of {@code messages/nonblocking.c}.
 *
 * <p>As in the OSU benchmarks, the computation makes no call and lasts as long as the collective by itself did just
 * before.
 */
final class OverlapLoops {
    /** Of the arrays. */
    static final int MOST_BYTES = 1 << 20;

    /** The result of one call is read by nobody, and another PE may still be in it when the next one starts. */
    static final int DESTS = 3;

    private static final List<Integer> SIZES = List.of(1024, 65_536, MOST_BYTES);
    private static final List<Integer> OVERLAP_SIZES = List.of(65_536, MOST_BYTES);
    private static final int ENOUGH_TURNS = 10_000;
    private static final int LAST = 9;

    private static double nsPerTurn = 100;

    private final String name;
    private final SymmetricLongs[] dests;
    private final Start start;
    private final Call call;

    /** By itself, by size, in the last batches. */
    private final double[][] aloneNs = new double[SIZES.size()][LAST];

    private int batches;

    /** Of the computation. */
    private final int[] turns = new int[SIZES.size()];

    /** Starts the collective. */
    @FunctionalInterface
    interface Start {
        /**
         * Starts it.
         *
         * @param dest where the result goes
         * @param nelems how many elements an array has
         * @param turn grows by one from call to call
         */
        CollectiveRequest start(SymmetricLongs dest, long nelems, int turn);
    }

    /** The blocking call, with the same arguments. */
    @FunctionalInterface
    interface Call {
        /** Makes it. */
        void call(SymmetricLongs dest, long nelems, int turn);
    }

    OverlapLoops(String name, SymmetricLongs[] dests, Start start, Call call) {
        this.name = name;
        this.dests = dests.clone();
        this.start = start;
        this.call = call;
    }

    List<Operation> operations() {
        return List.of(
                new Operation(name, ALL_PES, SIZES, this::aloneLoop),
                new Operation(name + ", blocking", ALL_PES, SIZES, this::blockingLoop),
                new Operation(name + ", computation", ALL_PES, OVERLAP_SIZES, this::computationLoop),
                new Operation(name + " beside computation", ALL_PES, OVERLAP_SIZES, this::besideLoop));
    }

    private void aloneLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        final long begin = System.nanoTime();
        for (int i = 0; i < iterations; i++) {
            start.start(dests[i % DESTS], nelems, i).await();
        }
        aloneNs[SIZES.indexOf(bytes)][batches++ % LAST] = (double) (System.nanoTime() - begin) / iterations;
        barrierAll();
    }

    private void blockingLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; i < iterations; i++) {
            call.call(dests[i % DESTS], nelems, i);
        }
        barrierAll();
    }

    private void computationLoop(int iterations, int bytes) {
        final int size = SIZES.indexOf(bytes);
        double shortestNs = aloneNs[size][0];
        for (double ns : aloneNs[size]) {
            shortestNs = Math.min(shortestNs, ns);
        }
        turns[size] = 1 + (int) (shortestNs / nsPerTurn);
        final long begin = System.nanoTime();
        for (int i = 0; i < iterations; i++) {
            compute(turns[size], i);
        }
        final long done = (long) iterations * turns[size];
        if (done >= ENOUGH_TURNS) {
            nsPerTurn = Math.min(nsPerTurn, (double) (System.nanoTime() - begin) / done);
        }
        barrierAll();
    }

    private void besideLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        final int work = turns[SIZES.indexOf(bytes)];
        for (int i = 0; i < iterations; i++) {
            final CollectiveRequest request = start.start(dests[i % DESTS], nelems, i);
            compute(work, i);
            request.await();
        }
        barrierAll();
    }

    /** Each turn needs the result of the last one. */
    private static void compute(int turns, int seed) {
        double x = seed;
        for (int i = 0; i < turns; i++) {
            x = x * 0.5 + 1;
        }
        Sink.consume((long) x);
    }
}
