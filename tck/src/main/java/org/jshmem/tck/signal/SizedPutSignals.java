package org.jshmem.tck.signal;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.rma.SizedRmaRoutines;

/** Byte and sized puts with a signal, to the right neighbour, from every kind of memory. */
public final class SizedPutSignals {
    private static final int[] COUNTS = {1, 2, 33, 0};

    private final Checks checks;
    private final int elementBytes;

    public SizedPutSignals(Checks checks, int elementBytes) {
        this.checks = checks;
        this.elementBytes = elementBytes;
    }

    /** From symmetric memory. */
    public interface Symmetric {
        void call(
                SizedRmaRoutines via,
                SymmetricArray dest,
                SymmetricArray source,
                long n,
                SymmetricLongs sig,
                SignalOp op,
                int pe);
    }

    /** From a segment. */
    public interface Segment {
        void call(
                SizedRmaRoutines via,
                SymmetricArray dest,
                MemorySegment source,
                long n,
                SymmetricLongs sig,
                SignalOp op,
                int pe);
    }

    /** From a segment, to memory given by a segment. */
    public interface Raw {
        void call(
                SizedRmaRoutines via,
                MemorySegment dest,
                MemorySegment source,
                long n,
                SymmetricLongs sig,
                SignalOp op,
                int pe);
    }

    /** One put; the source has been filled. */
    private interface Put {
        void call(SizedRmaRoutines via, SymmetricBytes dest, SymmetricBytes source, int n, SymmetricLongs sig);
    }

    public void check(Symmetric form) {
        run((via, dest, source, n, sig) -> form.call(via, dest, source, n, sig, SignalOp.ADD, right()));
    }

    public void checkSegments(Segment segments, Raw raw) {
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
                final SizedRmaRoutines via = route.as(SizedRmaRoutines.class);
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
