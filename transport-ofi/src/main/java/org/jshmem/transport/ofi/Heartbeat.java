package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Notices PEs that have vanished, though nothing that is under way would tell.
 *
 * <p>Every PE has a word that others may read. Reading it tells that its host is there and that somebody makes progress
 * on it; and while the read is under way, the provider tells at once when the connection breaks. A thread that waits
 * for a PE begins to read after a moment, and goes on every tenth of a second. Once in a quarter of the time that the
 * network may be silent, the heartbeat of all PEs is taken of which nothing was heard meanwhile, if they have a thread
 * that answers while they compute.
 *
 * <p>A process that ends without a word is noticed earlier, by a ring of heartbeats: every second the lowest PE of each
 * node reads from that of the next node, and each PE looks whether the process of the next PE of its own node lives. So
 * a job of any size pays a read for each node and a look for each PE, and every PE is watched by one other.
 *
 * <p>A PE that was reached before, and to which the provider does not even begin a read for some seconds, is not there
 * any more: providers that connect by themselves try again for ever. One that still has transfers to that PE only has
 * no room.
 *
 * <p><b>Threads.</b> Reads are begun under this object's lock, and end in whichever thread polls. What both know about
 * a PE is one word.
 */
final class Heartbeat {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long HEARTBEAT_NS = TimeUnit.SECONDS.toNanos(1);
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

    private final long[] takenNs;
    private final long startNs = System.nanoTime() - 1;
    private long roundNs = now();
    private long heartbeatNs = now();

    /** {@code next} is the PE whose heartbeat this one looks after; −1 for none. */
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
        this.takenNs = new long[areLocal.length];
    }

    /** A read has completed; called while the lock is held. */
    void felt(int pe) {
        states.set(pe, NOTHING);
    }

    /** Above 0. */
    private long now() {
        return System.nanoTime() - startNs;
    }

    /** Takes a PE's heartbeat, if that was not done a moment ago; called by who waits for it. */
    synchronized void take(int pe) {
        final long now = now();
        if (pe < 0 || now - takenNs[pe] < EVERY_NS) {
            return;
        }
        takenNs[pe] = now;
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
        if (now - heartbeatNs > HEARTBEAT_NS) {
            heartbeat(now);
        }
        if (now - roundNs > failures.limitNs() / 4) {
            round(now);
        }
    }

    /** Looks at files of the kernel, which threads that wait for this object's lock need not wait for. */
    private void heartbeat(long now) {
        if (beginHeartbeat(now)) {
            neighbours.lookAtNext();
        }
    }

    private synchronized boolean beginHeartbeat(long now) {
        if (now - heartbeatNs <= HEARTBEAT_NS) {
            return false; // another thread was faster
        }
        heartbeatNs = now;
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
            final boolean isMet = peers.areMet()[pe] || failures.wasHeard(pe);
            if (pe == me || areLocal[pe] || !isMet || !peers.servesItself()[pe]) {
                continue;
            }
            if (failures.silenceNs(pe) < failures.limitNs() / 4) {
                continue;
            }
            final long since = Math.abs(states.get(pe));
            if (since != NOTHING
                    && now - since > failures.limitNs() / 2
                    && failures.silenceNs(pe) > failures.limitNs()) {
                failures.failSilent("a sign of life", pe);
            }
            begin(pe, now);
        }
        return true;
    }
}
