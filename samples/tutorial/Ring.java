import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;

void main() {
    try (var _ = init();
            SymmetricLongs sum = callocLongs(1);
            SymmetricLongs signal = callocLongs(1)) {
        final int next = (myPe() + 1) % nPes();
        if (myPe() != 0) {
            signalWaitUntil(signal, Cmp.EQ, 1);
        }
        final long[] toNext = {sum.get(0) + myPe()};
        putSignal(sum, toNext, signal, 1, SignalOp.SET, next);
        if (myPe() == 0) {
            signalWaitUntil(signal, Cmp.EQ, 1);
            IO.println("The sum of all PE numbers is " + sum.get(0));
        }
    }
}
