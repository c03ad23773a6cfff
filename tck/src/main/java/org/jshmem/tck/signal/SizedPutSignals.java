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
import org.jshmem.tck.rma.SizedPuts;
import org.jshmem.tck.rma.SizedRmaRoutines;

/** Byte and sized puts with a signal, to the right neighbour, from every kind of memory. */
public final class SizedPutSignals {
    /** The longest first, so that what a shorter one writes too much is seen behind it. */
    private static final int[] COUNTS = {33, 1, 2, 0};

    private static final SignalOp[] OPS = {SignalOp.ADD, SignalOp.SET};

    /** Bytes behind the longest. */
    private static final int GUARD = 64;

    /** The signal before each put of 1, which sets or adds. */
    private static final long BEFORE = 5;

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
        void call(
                SizedRmaRoutines via,
                SymmetricBytes dest,
                SymmetricBytes source,
                int n,
                SymmetricLongs sig,
                SignalOp op);
    }

    public void check(Symmetric form) {
        run((via, dest, source, n, sig, op) -> form.call(via, dest, source, n, sig, op, right()));
    }

    public void checkSegments(Segment segments, Raw raw) {
        run((via, dest, source, n, sig, op) -> segments.call(via, dest, source.segment(), n, sig, op, right()));
        run((via, dest, source, n, sig, op) -> raw.call(via, dest.segment(), source.segment(), n, sig, op, right()));
    }

    private static int right() {
        return (myPe() + 1) % nPes();
    }

    private static byte[] data(int pe, int round, int bytes) {
        return SizedPuts.bytes(bytes, 31L * pe + round);
    }

    private void run(Put put) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final SizedRmaRoutines via = route.as(SizedRmaRoutines.class);
                final int most = COUNTS[0] * elementBytes;
                final SymmetricBytes dest = callocBytes(most + GUARD);
                final SymmetricBytes source = callocBytes(most);
                final SymmetricLongs sig = callocLongs(1);
                final byte[] expected = new byte[most + GUARD];
                for (int round = 0; round < COUNTS.length * OPS.length; round++) {
                    final SignalOp op = OPS[round / COUNTS.length];
                    final int n = COUNTS[round % COUNTS.length];
                    sig.setVolatile(0, BEFORE);
                    source.segment().copyFrom(MemorySegment.ofArray(data(myPe(), round, most)));
                    barrierAll();
                    put.call(via, dest, source, n, sig, op);
                    route.quiet();
                    checks.equal(
                            op == SignalOp.ADD ? BEFORE + 1 : 1,
                            signalWaitUntil(sig, Cmp.NE, BEFORE),
                            "the signal, by " + op);
                    final byte[] theirs = data((myPe() + nPes() - 1) % nPes(), round, most);
                    System.arraycopy(theirs, 0, expected, 0, n * elementBytes);
                    checks.same(
                            MemorySegment.ofArray(expected), dest.segment(), n + " elements with a signal, by " + op);
                    barrierAll();
                }
                free(sig);
                free(source);
                free(dest);
            }
        }
    }
}
