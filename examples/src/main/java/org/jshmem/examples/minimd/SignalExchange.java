package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * Puts into the neighbour's memory, with a signal.
 *
 * <p><b>Protocol.</b> Each route has an inbox and a signal on every PE. The n-th use of a route sets the signal to n in
 * the upper half and the number of doubles in the lower half; the receiver waits until it is at least n in the upper
 * half, and copies the inbox.
 *
 * <p><b>One inbox is enough</b>, and nobody has to acknowledge, because the program answers. What a PE puts along a
 * route of ghosts is answered along the route back, by the PE that it was put to and after that has copied its inbox;
 * and before the PE uses the route again, it waits for the answer. The other way round the next ghosts are the answer
 * to the forces. Atoms that leave go along a route of their own, and between two uses of it there is at least one step
 * with such an answer of the same neighbour.
 */
final class SignalExchange implements NeighbourExchange {
    private final SymmetricDoubles packed;
    private final SymmetricDoubles inboxes;
    private final SymmetricLongs signals = callocLongs(Route.COUNT);
    private final long[] uses = new long[Route.COUNT];

    SignalExchange(int capacity) {
        packed = mallocDoubles(capacity);
        inboxes = mallocDoubles((long) Route.COUNT * capacity);
    }

    @Override
    public SymmetricDoubles packed() {
        return packed;
    }

    @Override
    public int exchange(Route route, int nelems, double[] dest, int index) {
        final int number = route.number();
        final long inbox = number * packed.length();
        final long use = ++uses[number] << Integer.SIZE;
        putSignal(inboxes, inbox, packed, 0, nelems, signals, number, use | nelems, SignalOp.SET, route.to());
        final int received = (int) signalWaitUntil(signals, number, Cmp.GE, use);
        get(dest, index, inboxes, inbox, received, myPe());
        return received;
    }

    @Override
    public void close() {
        packed.close();
        inboxes.close();
        signals.close();
    }
}
