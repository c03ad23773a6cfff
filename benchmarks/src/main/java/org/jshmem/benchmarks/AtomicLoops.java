package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;

/**
 * Atomic operations on one word of the peer, and words and signals that two PEs send back and forth; twin of
 * {@code atomics.c}.
 */
final class AtomicLoops {
    private static final int STREAM = 64;
    private static final int FLAG = 32;
    private static final int DATA = 64;
    private static final List<Integer> ONE_LONG = List.of(Long.BYTES);
    private static final List<Integer> SIGNAL_SIZES = List.of(Long.BYTES, 4096);

    private final SymmetricLongs symmetric;
    private final SymmetricLongs source;
    private final int pe;

    /** PE 0 sends a number, the last PE sends it back. Both count on from where the last batch ended. */
    private long turn = 1; // what the buffers are filled with

    AtomicLoops(Buffers buffers) {
        symmetric = buffers.symmetric;
        source = buffers.symmetricSource;
        pe = buffers.pe;
    }

    List<Operation> operations() {
        return List.of(
                new Operation("atomic fetch_add", PE_0_ALONE, ONE_LONG, this::fetchAddLoop),
                new Operation("atomic compare_swap", PE_0_ALONE, ONE_LONG, this::compareSwapLoop),
                new Operation("atomic swap", PE_0_ALONE, ONE_LONG, this::swapLoop),
                new Operation("atomic fetch", PE_0_ALONE, ONE_LONG, this::fetchLoop),
                new Operation("64 atomic add + quiet", PE_0_ALONE, ONE_LONG, this::addStream),
                new Operation("p, wait_until, and back", ALL_PES, ONE_LONG, this::waitLoop),
                new Operation("put_signal, wait, and back", ALL_PES, SIGNAL_SIZES, this::signalLoop));
    }

    private void fetchAddLoop(int iterations, int bytes) {
        long sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += atomicFetchAdd(symmetric, 1, pe);
        }
        Sink.consume(sum);
    }

    private void compareSwapLoop(int iterations, int bytes) {
        long sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += atomicCompareSwap(symmetric, i, i + 1, pe);
        }
        Sink.consume(sum);
    }

    private void swapLoop(int iterations, int bytes) {
        long sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += atomicSwap(symmetric, i, pe);
        }
        Sink.consume(sum);
    }

    private void fetchLoop(int iterations, int bytes) {
        long sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += atomicFetch(symmetric, pe);
        }
        Sink.consume(sum);
    }

    private void addStream(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            for (int k = 0; k < STREAM; k++) {
                atomicAdd(symmetric, k, pe);
            }
            quiet();
        }
    }

    private boolean isEndOfPair() {
        return myPe() == 0 || myPe() == pe;
    }

    private void waitLoop(int iterations, int bytes) {
        final boolean first = myPe() == 0;
        final int peer = first ? pe : 0;
        for (int i = 0; isEndOfPair() && i < iterations; i++) {
            final long now = turn + i + 1;
            if (first) {
                p(symmetric, FLAG, now, peer);
            }
            waitUntil(symmetric, FLAG, Cmp.EQ, now);
            if (!first) {
                p(symmetric, FLAG, now, peer);
            }
        }
        turn += iterations;
    }

    private void signalLoop(int iterations, int bytes) {
        final boolean first = myPe() == 0;
        final int peer = first ? pe : 0;
        final int nelems = bytes / Long.BYTES;
        for (int i = 0; isEndOfPair() && i < iterations; i++) {
            final long now = turn + i + 1;
            if (!first) {
                signalWaitUntil(symmetric, FLAG, Cmp.EQ, now);
            }
            putSignal(symmetric, DATA, source, 0, nelems, symmetric, FLAG, now, SignalOp.SET, peer);
            if (first) {
                signalWaitUntil(symmetric, FLAG, Cmp.EQ, now);
            }
        }
        turn += iterations;
    }
}
