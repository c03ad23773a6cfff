package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import org.jshmem.SharedLongs;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/**
 * Large messages between two PEs: from memory that the sender has just written, and with a sender that leaves the whole
 * copy to the receiver. A message there and one back are two iterations.
 */
final class CopyLoops {
    private static final List<Integer> SIZES = List.of(1024, 4096, 16_384, 65_536, 262_144, 1 << 20, 16 << 20);
    private static final List<Integer> LARGE = List.of(1 << 20);
    private static final int MOST = 16 << 20;
    private static final int LINE_BYTES = 128;
    private static final int TAG = 1;
    private static final int LOOKS_BEFORE_YIELD = 10_000;

    private final Messages messages = Messages.on(TEAM_WORLD);
    private final SharedLongs source = SharedLongs.allocate(MOST / Long.BYTES);
    private final SharedLongs dest = SharedLongs.allocate(MOST / Long.BYTES);
    private final int partner = 1 - myPe();
    private final boolean takesPart = nPes() == 2;

    /** How many messages the other PE has received, written by it. */
    private final SymmetricLongs taken = alignLongs(LINE_BYTES, LINE_BYTES / Long.BYTES);

    private long sent;
    private long received;

    /** Collective. */
    CopyLoops() {
        source.fill(1);
        dest.fill(1);
        taken.fill(0);
        barrierAll();
    }

    List<Operation> operations() {
        return List.of(
                new Operation("message, just written", ALL_PES, SIZES, this::writtenLoop),
                new Operation("message, sender aside", ALL_PES, LARGE, this::asideLoop));
    }

    /** Collective. */
    void release() {
        source.close();
        dest.close();
        free(taken);
        messages.close();
    }

    private boolean sends(int turn) {
        return turn % 2 == 0 == (myPe() == 0);
    }

    private void writtenLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        final SymmetricLongs written = source.slice(0, nelems);
        for (int i = 0; takesPart && i < iterations; i++) {
            if (sends(i)) {
                written.fill(i);
                messages.send(source, nelems, partner, TAG);
            } else {
                messages.recv(dest, nelems, partner, TAG);
            }
        }
        barrierAll();
    }

    private void asideLoop(int iterations, int bytes) {
        final long nelems = bytes / Long.BYTES;
        for (int i = 0; takesPart && i < iterations; i++) {
            if (sends(i)) {
                sendAside(nelems);
            } else {
                messages.recv(dest, nelems, partner, TAG);
                p(taken, 0, ++received, partner);
            }
        }
        barrierAll();
    }

    /** Makes no call of the library, and so no progress, until the receiver has the message. */
    private void sendAside(long nelems) {
        final Request send = messages.isend(source, nelems, partner, TAG);
        sent++;
        for (int looks = 0; taken.getAcquire(0) != sent; looks++) {
            if (looks > LOOKS_BEFORE_YIELD) {
                Thread.yield();
            }
        }
        send.await();
    }
}
