package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * Notices PEs that have vanished, though nothing that is under way would tell.
 *
 * <p>Every PE has a word that others may read. Reading it tells that its host is there and that somebody makes progress on it; and while
 * the read is under way, the provider tells at once when the connection breaks. A thread that waits for a PE begins to read after a
 * moment, and goes on every tenth of a second. Once in a quarter of the time that the network may be silent, the pulse of all PEs is
 * taken of which nothing was heard meanwhile, if they have a thread that answers while they compute.
 *
 * <p>A PE that was reached before, and to which the provider does not even begin a read for some seconds, is not there any more: providers
 * that connect by themselves try again for ever.
 */
final class Pulse {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MOST_REFUSED_NS = TimeUnit.SECONDS.toNanos(5);

    private final Channel channel;
    private final Peers peers;
    private final NeighbourWatch neighbours;
    private final Trouble trouble;
    private final int me;
    private final boolean[] areLocal;
    private final long descriptor;
    private final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    /** When the read that is under way, or refused, was first tried; 0 if there is none. */
    private final long[] sinceNs;

    private final boolean[] isUnderWay;
    private final long[] takenNs;
    private long roundNs = System.nanoTime();

    Pulse(
            Channel channel,
            Peers peers,
            NeighbourWatch neighbours,
            Trouble trouble,
            Registrations registrations,
            int me,
            boolean[] areLocal) {
        this.channel = channel;
        this.peers = peers;
        this.neighbours = neighbours;
        this.trouble = trouble;
        this.me = me;
        this.areLocal = areLocal;
        this.descriptor = registrations.local(word.address(), Long.BYTES);
        this.sinceNs = new long[areLocal.length];
        this.isUnderWay = new boolean[areLocal.length];
        this.takenNs = new long[areLocal.length];
    }

    /** A read has completed; called inside the gate. */
    void felt(int pe) {
        isUnderWay[pe] = false;
        sinceNs[pe] = 0;
    }

    /** Takes a PE's pulse, if that was not done a moment ago; called by who waits for it. */
    synchronized void take(int pe) {
        final long now = System.nanoTime();
        if (pe < 0 || now - takenNs[pe] < EVERY_NS) {
            return;
        }
        takenNs[pe] = now;
        begin(pe, now);
    }

    private void begin(int pe, long now) {
        if (isUnderWay[pe]) {
            return;
        }
        if (sinceNs[pe] == 0) {
            sinceNs[pe] = now;
        }
        isUnderWay[pe] = true;
        if (channel.readPulse(pe, word.address(), descriptor)) {
            return;
        }
        isUnderWay[pe] = false;
        final long limit = Math.min(MOST_REFUSED_NS, trouble.limitNs() / 2);
        if (now - sinceNs[pe] > limit
                && trouble.wasHeard(pe)
                && trouble.silenceNs(pe) > limit
                && peers.servesItself()[pe]) {
            trouble.fail("the connection", pe, "it is broken and cannot be made again");
        }
    }

    /** Takes the pulse of all PEs that have been silent; called often. */
    void round() {
        final long now = System.nanoTime();
        if (now - roundNs > trouble.limitNs() / 4) {
            round(now);
        }
    }

    private synchronized void round(long now) {
        roundNs = now;
        neighbours.look();
        for (int pe = 0; pe < sinceNs.length; pe++) {
            if (pe == me || areLocal[pe] || !peers.areMet()[pe] || !peers.servesItself()[pe]) {
                continue;
            }
            if (trouble.silenceNs(pe) < trouble.limitNs() / 4) {
                continue;
            }
            final long since = sinceNs[pe];
            if (since != 0 && now - since > trouble.limitNs() / 2 && trouble.silenceNs(pe) > trouble.limitNs()) {
                trouble.failSilent("a sign of life", pe);
            }
            begin(pe, now);
        }
    }
}
