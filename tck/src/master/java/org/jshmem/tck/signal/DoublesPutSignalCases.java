package org.jshmem.tck.signal;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.Values;

/** The cases of puts of {@code double} with a signal: every PE puts to its right neighbour, in every form. */
final class DoublesPutSignalCases {
    private static final int COUNT = 40;
    private static final int LENGTH = COUNT + 2;
    private static final int FORMS = 6;
    private static final int ROUNDS = 12;
    private static final int MANY = 3000;

    /** One call of each form. */
    private interface Forms {
        void call(
                SymmetricDoubles dest,
                SymmetricDoubles symmetric,
                double[] array,
                SymmetricLongs sig,
                long nelems,
                int round,
                int right);
    }

    private static double[] data(int pe, int round) {
        final double[] data = new double[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            data[i] = Values.toDouble(Values.bits(31L * pe + round, i));
        }
        return data;
    }

    private static void rounds(Checks checks, MemorySegment segment, Forms forms) {
        final int right = (myPe() + 1) % nPes();
        final int left = (myPe() + nPes() - 1) % nPes();
        final SymmetricDoubles dest = callocDoubles((long) FORMS * COUNT);
        final MemorySegment whole = MemorySegment.ofArray(new double[FORMS * COUNT]);
        final SymmetricDoubles symmetric = callocDoubles(LENGTH);
        final SymmetricLongs sig = callocLongs(FORMS);
        for (int round = 1; round <= ROUNDS; round++) {
            final int nelems = round % 4 == 0 ? 1 : COUNT - 2 * (round % 4);
            final double[] data = data(myPe(), round);
            symmetric.segment().copyFrom(MemorySegment.ofArray(data));
            segment.copyFrom(MemorySegment.ofArray(data));
            forms.call(dest, symmetric, data, sig, nelems, round, right);
            final MemorySegment expected = MemorySegment.ofArray(data(left, round));
            for (int form = 0; form < FORMS; form++) {
                checks.equal(round, signalWaitUntil(sig, form, Cmp.GE, round), "signal of form " + form);
                final int indexed = form % 2;
                final MemorySegment sent = expected.asSlice(2L * indexed * Double.BYTES, (long) nelems * Double.BYTES);
                checks.same(
                        sent, dest.slice((long) form * COUNT + indexed, nelems).segment(), "data of form " + form);
                whole.asSlice(((long) form * COUNT + indexed) * Double.BYTES).copyFrom(sent);
            }
            checks.same(whole, dest.segment(), "data and what is beside it");
            barrierAll();
        }
        free(sig);
        free(symmetric);
        free(dest);
    }

    // named:begin putSignal putSignalNbi
    @Case
    void putSignal(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any;
                    Arena arena = Arena.ofConfined()) {
                final DoublesPutSignalRoutines via = route.as(DoublesPutSignalRoutines.class);
                final MemorySegment segment = arena.allocate(LENGTH * Double.BYTES, Double.BYTES);
                rounds(checks, segment, (dest, symmetric, array, sig, nelems, round, right) -> {
                    via.putSignal(dest.at(0L * COUNT), symmetric, nelems, sig.at(0), round, SignalOp.SET, right);
                    via.putSignal(dest, 1L * COUNT + 1, symmetric, 2, nelems, sig, 1, 1, SignalOp.ADD, right);
                    if (round % 2 == 0) {
                        via.putSignal(dest.at(2L * COUNT), array, nelems, sig.at(2), round, SignalOp.SET, right);
                    } else {
                        final double[] whole = Arrays.copyOf(array, (int) nelems);
                        via.putSignal(dest.at(2L * COUNT), whole, sig.at(2), round, SignalOp.SET, right);
                    }
                    via.putSignal(dest, 3L * COUNT + 1, array, 2, nelems, sig, 3, 1, SignalOp.ADD, right);
                    via.putSignal(dest.at(4L * COUNT), segment, nelems, sig.at(4), round, SignalOp.SET, right);
                    via.putSignal(dest, 5L * COUNT + 1, segment, 2, nelems, sig, 5, 1, SignalOp.ADD, right);
                    via.quiet();
                });
            }
        }
        dataBeforeSignal(checks);
        signalWithoutData(checks);
    }

    // named:end
    /** Sentence 14, without a proxy on the way: who sees the signal sees the data. */
    private static void dataBeforeSignal(Checks checks) {
        final int right = (myPe() + 1) % nPes();
        final SymmetricDoubles dest = callocDoubles(3);
        final SymmetricLongs sig = callocLongs(1);
        final SymmetricLongs seen = callocLongs(1);
        final double[] source = new double[3];
        long stale = 0;
        for (int round = 1; round <= MANY; round++) {
            final double value = Values.toDouble(Values.bits(7, round));
            Arrays.fill(source, value);
            CTX_DEFAULT.putSignal(dest, source, 3, sig, round, SignalOp.SET, right);
            signalWaitUntil(sig, Cmp.GE, round);
            final MemorySegment here = MemorySegment.ofArray(dest.toArray());
            stale += here.mismatch(MemorySegment.ofArray(source)) < 0 ? 0 : 1;
            signalSet(seen, round, (myPe() + nPes() - 1) % nPes());
            signalWaitUntil(seen, Cmp.GE, round);
        }
        checks.equal(0, stale, "s14: signals whose data was not there");
        free(seen);
        free(sig);
        free(dest);
    }

    private static void signalWithoutData(Checks checks) {
        final SymmetricLongs sig = callocLongs(1);
        CTX_DEFAULT.putSignal((SymmetricDoubles) null, (double[]) null, 0, sig, 5, SignalOp.ADD, (myPe() + 1) % nPes());
        CTX_DEFAULT.quiet();
        barrierAll();
        checks.equal(5, sig.get(), "the signal of no data");
        free(sig);
    }
}
