package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;

/**
 * Detects PEs that have vanished although no transfer shows it.
 *
 * <p><b>Heartbeat word.</b> Every PE exposes a word for remote reads. A completed read shows that the host is up and
 * that a thread makes progress there. While a read is under way, the provider reports a broken connection at once.
 *
 * <p><b>Reads.</b> A thread that waits for a PE reads its word after 20 ms and then every 100 ms. In addition, once in
 * a quarter of the limit of silence ({@link FailureReporter#limitNs}), this PE reads the words of all PEs of other
 * nodes that it has been in contact with, that have been silent for that long, and that have a progress agent.
 *
 * <p><b>Ring.</b> A process that ends without a word is noticed sooner. Every second the lowest PE of each node reads
 * the word of the lowest PE of the next node, and each PE checks whether the process of the next PE of its own node is
 * alive. This costs one read for each node and one check for each PE, and every PE is watched by another.
 *
 * <p><b>Refused reads.</b> A provider over TCP retries a connection for ever. Therefore a PE that was heard before by
 * the main channel, over which the reads go, counts as lost if, for some seconds, it is silent and the provider refuses
 * to begin a read although no request is under way to that PE. If one is, the provider may just have no room, and only
 * the limit of silence counts. The same holds for other providers, whose queue may be full of what goes to other PEs.
 *
 * <p><b>Threads.</b> A thread begins a read under the monitor of this object. Any thread that polls completes the read,
 * under the lock of the main channel. They share only the state of the {@link Peer}.
 */
final class Heartbeat {
    /** Least time between two reads of the same PE by threads that wait for it. */
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Period of the ring. */
    private static final long RING_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long the provider may refuse to begin a read; at most half of the limit of silence. */
    private static final long MOST_REFUSED_NS = TimeUnit.SECONDS.toNanos(5);

    /** A read that takes longer than this is told to the tools. */
    private static final long SLOW_NS = TimeUnit.SECONDS.toNanos(1);

    /** The outcome of the attempt to begin a read. */
    enum Beginning {
        /** The read is under way. */
        UNDER_WAY,
        /** No request slot is free; this says nothing about the PE. */
        NO_ROOM,
        /** The provider refused, but may just have no room. */
        HELD_UP,
        /** The provider refused, although no request is under way to the PE: there is no connection. */
        REFUSED
    }

    /** Begins to read the word of a PE; see {@link Channel#readHeartbeat}. */
    @FunctionalInterface
    interface WordReader {
        /** Begins, or says why not. */
        Beginning begin(Peer peer, long dest, long descriptor);
    }

    /** State of a PE without a read under way or refused. */
    private static final long NOTHING = 0;

    private final WordReader reader;
    private final Peers peers;
    private final LocalProcessWatch neighbours;
    private final FailureReporter failures;

    /** The PE that this one reads in the ring; −1 for none. */
    private final int next;

    private final long descriptor;
    /** The destination of all reads; its value does not matter. */
    private final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    /** Start of the clock; minus 1, so that all times are positive. */
    private final long startNs;

    /** Times of the last round and ring; written under this object's monitor, read without it as a hint. */
    private long roundNs;

    private long ringNs;

    /** @param next the PE whose heartbeat word this one reads every second; −1 for none */
    Heartbeat(
            WordReader reader,
            Peers peers,
            LocalProcessWatch neighbours,
            FailureReporter failures,
            Registrations registrations,
            int next) {
        this.reader = reader;
        this.peers = peers;
        this.neighbours = neighbours;
        this.failures = failures;
        this.next = next;
        this.descriptor = registrations.local(word.address(), Long.BYTES);
        this.startNs = failures.nowNs() - 1;
        this.roundNs = now();
        this.ringNs = now();
    }

    /** Records that a read has completed; called under the lock of the main channel. */
    void completed(int pe) {
        peers.of(pe).heartbeatState = NOTHING;
    }

    /** Nanoseconds since the start, by the clock of {@link FailureReporter}; positive. */
    private long now() {
        return failures.nowNs() - startNs;
    }

    /** Reads the word of a PE for a thread that waits for it, unless that was done within {@link #EVERY_NS}. */
    synchronized void probe(int pe) {
        if (pe < 0) {
            return;
        }
        final long now = now();
        final Peer peer = peers.of(pe);
        if (now - peer.probedNs >= EVERY_NS) {
            peer.probedNs = now;
            begin(peer, now);
        }
    }

    /** The state of a PE, where a refusal no longer counts if the PE was heard after it. */
    private static long state(Peer peer, long now) {
        final long state = peer.heartbeatState;
        return state > NOTHING && peer.silenceNs() < now - state ? NOTHING : state;
    }

    private void begin(Peer peer, long now) {
        final long state = state(peer, now);
        if (state < NOTHING) {
            if (now + state > SLOW_NS) {
                failures.slow(peer.pe);
            }
            return;
        }
        final long since = state == NOTHING ? now : state;
        peer.heartbeatState = -since;
        try {
            settle(peer, reader.begin(peer, word.address(), descriptor), since, now);
        } catch (Throwable t) {
            failures.brokenBy = t; // the state claims that a read is under way, which may be false
            throw t;
        }
    }

    private void settle(Peer peer, Beginning beginning, long since, long now) {
        switch (beginning) {
            case NO_ROOM -> peer.heartbeatState = NOTHING;
            case HELD_UP -> peer.heartbeatState = since;
            case REFUSED -> {
                peer.heartbeatState = since;
                endIfBroken(peer, now - since);
            }
            default -> {} // the read may have completed already and reset the state
        }
    }

    private void endIfBroken(Peer peer, long refusedNs) {
        final long limit = Math.min(MOST_REFUSED_NS, failures.limitNs() / 2);
        if (refusedNs > limit && peer.wasConnected && peer.silenceNs() > limit && peer.hasProgressAgent) {
            failures.fail("the connection", peer.pe, "it is broken and cannot be made again");
        }
    }

    /** Runs the checks that are due: the ring, and reads of silent PEs. Called often, by threads that poll. */
    void round() {
        final long now = now();
        if (now - ringNs > RING_NS) {
            ring(now);
        }
        if (now - roundNs > failures.limitNs() / 4) {
            round(now);
        }
    }

    /** Looks at the neighbour outside of the monitor: it reads kernel files, and waiting threads need the monitor. */
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
        if (next >= 0 && peers.of(next).hasProgressAgent) {
            begin(peers.of(next), now);
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
        peers.forEachMet(peer -> check(peer, now));
        return true;
    }

    private void check(Peer peer, long now) {
        final long silenceNs = peer.silenceNs();
        if (!peer.isContacted && !peer.wasHeard() || !peer.hasProgressAgent || silenceNs < failures.limitNs() / 4) {
            return;
        }
        final long since = Math.abs(state(peer, now));
        // A PE that was never heard counts as silent since the start, and may have been met later.
        final long leastNs = peer.wasHeard() ? failures.limitNs() / 2 : failures.limitNs();
        if (since != NOTHING && now - since > leastNs && silenceNs > failures.limitNs()) {
            failures.failSilent("a heartbeat", peer.pe);
        }
        begin(peer, now);
    }
}
