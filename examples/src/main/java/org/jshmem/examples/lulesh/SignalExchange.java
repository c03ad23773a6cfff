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
 * came. The one exchange before the first iteration is the one that it repeats; a PE sends again only after it has what
 * its neighbours sent before, and the barrier after that exchange does the rest.
 */
final class SignalExchange implements BorderExchange {
    private final SymmetricDoubles outgoing;
    private final SymmetricDoubles incoming;
    private final SymmetricLongs signals = callocLongs(Border.DIRECTIONS);
    private final long[] expected = new long[Border.DIRECTIONS];

    SignalExchange(int capacity) {
        outgoing = mallocDoubles(capacity);
        incoming = mallocDoubles(capacity);
    }

    @Override
    public SymmetricDoubles outgoing() {
        return outgoing;
    }

    @Override
    public SymmetricDoubles incoming() {
        return incoming;
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
        outgoing.close();
        incoming.close();
        signals.close();
    }
}
