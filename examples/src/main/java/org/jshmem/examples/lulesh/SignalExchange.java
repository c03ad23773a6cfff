package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * Puts into the neighbours' memory, with a signal for each border that counts the puts.
 *
 * <p><b>Nobody has to acknowledge.</b> The next put to a place is one iteration later, and between two iterations all
 * PEs agree on a time step: the reduction returns only when each of them has called it, after it has read all that
 * came. Between the exchange of masses, before the first iteration, and the forces that go to the same places there is
 * a barrier.
 */
final class SignalExchange implements BorderExchange {
    private final SymmetricDoubles outgoing;
    private final SymmetricDoubles incoming;
    private final SymmetricLongs signals = callocLongs(Border.DIRECTIONS);
    private final long[] expected = new long[Border.DIRECTIONS];

    SignalExchange(SymmetricDoubles outgoing, SymmetricDoubles incoming) {
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    @Override
    public void expect(Border border, int index, int nelems) {
        expected[border.direction()]++;
    }

    @Override
    public void send(Border border, int index, int nelems, int destIndex) {
        putSignal(
                incoming,
                destIndex,
                outgoing,
                index,
                nelems,
                signals,
                Border.OPPOSITE - border.direction(),
                1,
                SignalOp.ADD,
                border.pe());
    }

    @Override
    public void await(Border border) {
        signalWaitUntil(signals, border.direction(), Cmp.GE, expected[border.direction()]);
    }

    /** What a put has sent may be overwritten when it returns. */
    @Override
    public void finish() {}

    @Override
    public void close() {
        signals.close();
    }
}
