package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;

/**
 * PE 0's data goes round to all PEs, each of which sends it on as soon as the signal says that it is there; ported from
 * {@code shmem_put_signal_example.c} of the specification.
 */
public final class SignalRing {
    private static final int LENGTH = 2048;
    private static final long ARRIVED = 1;

    private SignalRing() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs data = callocLongs(LENGTH);
                SymmetricLongs signal = callocLongs(1)) {
            final int me = myPe();
            if (me == 0) {
                for (int i = 0; i < LENGTH; i++) {
                    data.set(i, value(i));
                }
            } else {
                signalWaitUntil(signal, Cmp.EQ, ARRIVED);
            }
            if (me + 1 < nPes()) {
                putSignal(data, data, LENGTH, signal, ARRIVED, SignalOp.SET, me + 1);
            }
            for (int i = 0; i < LENGTH; i++) {
                if (data.get(i) != value(i)) {
                    throw new IllegalStateException("PE " + me + " has " + data.get(i) + " at index " + i);
                }
            }
            System.out.println("PE " + me + " has all " + LENGTH + " numbers");
        }
    }

    private static long value(int index) {
        return 3L * index + 1;
    }
}
