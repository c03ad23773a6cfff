package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;

/** Byte and sized puts with a signal, to the right neighbour, from every kind of memory. */
final class SizedSignals {
    private static final int[] COUNTS = {1, 2, 33, 0};

    private final Checks checks;
    private final int elementBytes;

    SizedSignals(Checks checks, int elementBytes) {
        this.checks = checks;
        this.elementBytes = elementBytes;
    }

    /** From symmetric memory. */
    interface Symmetric {
        void call(
                SizedRoutines via,
                SymmetricArray dest,
                SymmetricArray source,
                long n,
                SymmetricLongs sig,
                SignalOp op,
                int pe);
    }

    /** From a segment. */
    interface Segment {
        void call(
                SizedRoutines via,
                SymmetricArray dest,
                MemorySegment source,
                long n,
                SymmetricLongs sig,
                SignalOp op,
                int pe);
    }

    /** From a segment, to memory given by a segment. */
    interface Raw {
        void call(
                SizedRoutines via,
                MemorySegment dest,
                MemorySegment source,
                long n,
                SymmetricLongs sig,
                SignalOp op,
                int pe);
    }

    /** One put; the source has been filled. */
    private interface Put {
        void call(SizedRoutines via, SymmetricBytes dest, SymmetricBytes source, int n, SymmetricLongs sig);
    }

    void check(Symmetric form) {
        run((via, dest, source, n, sig) -> form.call(via, dest, source, n, sig, SignalOp.ADD, right()));
    }

    void checkSegments(Segment segments, Raw raw) {
        run((via, dest, source, n, sig) -> segments.call(via, dest, source.segment(), n, sig, SignalOp.ADD, right()));
        run((via, dest, source, n, sig) ->
                raw.call(via, dest.segment(), source.segment(), n, sig, SignalOp.ADD, right()));
    }

    private static int right() {
        return (myPe() + 1) % nPes();
    }

    private void run(Put put) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final SizedRoutines via = route.as(SizedRoutines.class);
                final int most = 33 * elementBytes;
                final SymmetricBytes dest = callocBytes(most + 1);
                final SymmetricBytes source = callocBytes(most);
                final SymmetricLongs sig = callocLongs(1);
                for (int round = 0; round < COUNTS.length; round++) {
                    final int bytes = COUNTS[round] * elementBytes;
                    source.fill((byte) (10 * round + myPe() + 1));
                    put.call(via, dest, source, COUNTS[round], sig);
                    route.quiet();
                    checks.equal(round + 1, signalWaitUntil(sig, Cmp.GE, round + 1), "the signal");
                    final byte expected = (byte) (10 * round + (myPe() + nPes() - 1) % nPes() + 1);
                    for (int i = 0; i < bytes; i++) {
                        checks.that(dest.get(i) == expected, "byte " + i + " is " + dest.get(i));
                    }
                    barrierAll();
                }
                checks.equal(0, dest.get(most), "what is behind");
                free(sig);
                free(source);
                free(dest);
            }
        }
    }
}
