package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureMonitor;
import org.jshmem.transport.ofi.failure.NeighbourWatch;

/**
 * Detects PEs that have vanished where no transfer under way would show it.
 *
 * <p><b>Heartbeat word.</b> Every PE has a word that others may read. A completed read shows that the host is there and
 * that a thread makes progress on it. While a read is under way, the provider reports a broken connection at once.
 *
 * <p><b>Reads.</b> A thread that waits for a PE reads its word after 20 ms and then every 100 ms. In addition, once in
 * a quarter of the time that the network may be silent, this PE reads the words of PEs of other nodes that it has been
 * in contact with, has not heard from meanwhile, and that have a progress agent.
 *
 * <p><b>Ring.</b> A process that ends without a word is noticed sooner. Every second the lowest PE of each node reads
 * the word of the lowest PE of the next node, and each PE checks whether the process of the next PE of its own node is
 * alive. That costs one read for each node and one check for each PE, and every PE is watched by another.
 *
 * <p><b>Refused reads.</b> Providers that connect by themselves retry for ever. A PE that was heard before therefore
 * counts as lost if the provider does not even begin a read for some seconds while no transfer with that PE is under
 * way. If one is, the provider may just have no room.
 *
 * <p><b>Threads.</b> A thread begins a read while it holds the monitor of this object. Whichever thread polls completes
 * the read, while it holds the channel's lock. They share one word for each PE.
 */
final class Heartbeat {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RING_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_REFUSED_NS = TimeUnit.SECONDS.toNanos(5);

    /** What became of a read. */
    enum Beginning {
        UNDER_WAY,
        /** There is no room, whatever PE that is because of. */
        NO_ROOM,
        /** There is no room, and transfers with that PE are under way. */
        HELD_UP,
        /** There is nothing that would have to end before. */
        REFUSED
    }

    private static final long NOTHING = 0;

    private final Channel channel;
    private final Peers peers;
    private final NeighbourWatch neighbours;
    private final FailureMonitor failures;
    private final int me;
    private final int next;
    private final boolean[] areLocal;
    private final long descriptor;
    private final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    /** By PE: above 0, since when reads do not begin; below, since when one is under way. */
    private final AtomicLongArray states;

    private final long[] probedNs;
    private final long startNs = System.nanoTime() - 1;
    private long roundNs = now();
    private long ringNs = now();

    /** {@code next} is the PE whose heartbeat word this one reads every second; −1 for none. */
    Heartbeat(
            Channel channel,
            Peers peers,
            NeighbourWatch neighbours,
            FailureMonitor failures,
            Registrations registrations,
            int me,
            int next,
            boolean[] areLocal) {
        this.channel = channel;
        this.peers = peers;
        this.neighbours = neighbours;
        this.failures = failures;
        this.me = me;
        this.next = next;
        this.areLocal = areLocal;
        this.descriptor = registrations.local(word.address(), Long.BYTES);
        this.states = new AtomicLongArray(areLocal.length);
        this.probedNs = new long[areLocal.length];
    }

    /** A read has completed; called while the lock of the main channel is held. */
    void completed(int pe) {
        states.set(pe, NOTHING);
    }

    /** Above 0. */
    private long now() {
        return System.nanoTime() - startNs;
    }

    /** Takes a PE's heartbeat, if that was not done a moment ago; called by who waits for it. */
    synchronized void probe(int pe) {
        final long now = now();
        if (pe < 0 || now - probedNs[pe] < EVERY_NS) {
            return;
        }
        probedNs[pe] = now;
        begin(pe, now);
    }

    private void begin(int pe, long now) {
        final long state = states.get(pe);
        if (state < NOTHING) {
            return;
        }
        final long since = state == NOTHING ? now : state;
        states.set(pe, -since);
        try {
            settle(pe, channel.readHeartbeat(pe, word.address(), descriptor), since, now);
        } catch (Throwable t) {
            failures.brokenBy = t; // the state says that a read is under way
            throw t;
        }
    }

    private void settle(int pe, Beginning beginning, long since, long now) {
        switch (beginning) {
            case NO_ROOM -> states.set(pe, NOTHING);
            case HELD_UP -> states.set(pe, since);
            case REFUSED -> {
                states.set(pe, since);
                endIfBroken(pe, now - since);
            }
            default -> {} // it may have ended already
        }
    }

    private void endIfBroken(int pe, long refusedNs) {
        final long limit = Math.min(MOST_REFUSED_NS, failures.limitNs() / 2);
        if (refusedNs > limit && failures.wasHeard(pe) && failures.silenceNs(pe) > limit && peers.servesItself()[pe]) {
            failures.fail("the connection", pe, "it is broken and cannot be made again");
        }
    }

    /** Takes the heartbeat of all PEs that have been silent; called often. */
    void round() {
        final long now = now();
        if (now - ringNs > RING_NS) {
            ring(now);
        }
        if (now - roundNs > failures.limitNs() / 4) {
            round(now);
        }
    }

    /** Looks at files of the kernel, which threads that wait for this object's lock need not wait for. */
    private void ring(long now) {
        if (beginRing(now)) {
            neighbours.lookAtNext();
        }
    }

    private synchronized boolean beginRing(long now) {
        if (now - ringNs <= RING_NS) {
            return false; // another thread was faster
        }
        ringNs = now;
        if (next >= 0 && peers.servesItself()[next]) {
            begin(next, now);
        }
        return true;
    }

    private void round(long now) {
        if (beginRound(now)) {
            neighbours.look();
        }
    }

    private synchronized boolean beginRound(long now) {
        if (now - roundNs <= failures.limitNs() / 4) {
            return false;
        }
        roundNs = now;
        for (int pe = 0; pe < states.length(); pe++) {
            final boolean isContacted = peers.areContacted()[pe] || failures.wasHeard(pe);
            if (pe == me || areLocal[pe] || !isContacted || !peers.servesItself()[pe]) {
                continue;
            }
            if (failures.silenceNs(pe) < failures.limitNs() / 4) {
                continue;
            }
            final long since = Math.abs(states.get(pe));
            if (since != NOTHING
                    && now - since > failures.limitNs() / 2
                    && failures.silenceNs(pe) > failures.limitNs()) {
                failures.failSilent("a heartbeat", pe);
            }
            begin(pe, now);
        }
        return true;
    }
}
