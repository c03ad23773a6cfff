package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.SharedLongs;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** Messages as what orders stores: who has received sees what the sender did before, and a sender may write again. */
final class MessageOrder {
    private static final int LINE = Cell.LINE;
    private static final int WORDS = 4;
    private static final int SIZE = 1000;

    /** PE 0 writes words on all PEs and sends; PE 1 receives and reads them. The control reads before it receives. */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA},
            profile = Profile.JSHMEM)
    void sendPublishes(Checks checks) {
        final SymmetricLongs words = callocLongs((long) WORDS * LINE);
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            if (myPe() == 0) {
                final long end = System.nanoTime() + Litmus.SLICE_NS * 4;
                long stamp = 0;
                while (System.nanoTime() < end) {
                    stamp++;
                    for (int word = 0; word < WORDS; word++) {
                        p(words, (long) word * LINE, stamp, word == 0 ? 0 : word == 1 ? 1 : nPes() - 1);
                    }
                    messages.send(new long[] {stamp}, 1, 0);
                }
                messages.send(new long[] {-1}, 1, 0);
            } else if (myPe() == 1) {
                readWhatWasPublished(checks, messages, words);
            }
        }
        checks.that(true, "took part");
        barrierAll();
        free(words);
    }

    private static void readWhatWasPublished(Checks checks, Messages messages, SymmetricLongs words) {
        final long[] stamp = new long[1];
        long stale = 0;
        long control = 0;
        long received = 0;
        while (true) {
            final long before = g(words, (long) (WORDS - 1) * LINE, nPes() - 1);
            messages.recv(stamp, 0, 0);
            if (stamp[0] < 0) {
                break;
            }
            received++;
            control += before < stamp[0] ? 1 : 0;
            for (int word = WORDS - 1; word >= 0; word--) {
                final int pe = word == 0 ? 0 : word == 1 ? 1 : nPes() - 1;
                stale += g(words, (long) word * LINE, pe) < stamp[0] ? 1 : 0;
            }
        }
        checks.equal(0, stale, "words older than the message, of " + received);
        checks.note("control " + control + " of " + received);
    }

    /**
     * A sender writes its memory again as soon as the send is complete; the receiver never sees what is written then.
     */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA},
            profile = Profile.JSHMEM)
    void completeSendsLeaveTheMemory(Checks checks) {
        final int partner = myPe() ^ 1;
        try (Messages messages = Messages.on(TEAM_WORLD);
                SharedLongs source = SharedLongs.allocate(SIZE)) {
            if (partner < nPes()) {
                exchange(checks, messages, source, partner);
            }
        }
        checks.that(true, "took part");
        barrierAll();
    }

    private static void exchange(Checks checks, Messages messages, SharedLongs source, int partner) {
        final long[] in = new long[SIZE];
        long torn = 0;
        for (int i = 1; i <= 2000; i++) {
            final int n = 1 + i * 37 % SIZE;
            source.fill(i);
            final Request receive = messages.irecv(in, partner, 0);
            if (i % 2 == 0) {
                messages.send(source, n, partner, 0);
            } else {
                messages.isend(source, n, partner, 0).await();
            }
            source.fill(-1);
            receive.await();
            for (int k = 0; k < n; k++) {
                torn += in[k] == i ? 0 : 1;
            }
        }
        checks.equal(0, torn, "elements that were written after the send was complete");
    }
}
