package org.jshmem.transport.ofi;

import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Another PE that this one communicates with: how it is reached, and what is known of it.
 *
 * <p>Fields that change are written without synchronization where a lost update does no harm; the others say by whom.
 */
final class Peer {
    /** Its number. */
    final int pe;

    /** Its index in the address vector. */
    final long address;

    /** Added to an offset in its heap; 0 if the provider addresses by offset. */
    final long base;

    /** The key of its heap, or of the first region of that. */
    final long key;

    /** Added to an offset in the shared heap of its node; 0 if the provider addresses by offset. */
    final long sharedBase;

    /** The address of its heartbeat word; 0 if the provider addresses by offset. */
    final long heartbeatBase;

    /** The key of its heartbeat word. */
    final long heartbeatKey;

    final boolean hasProgressAgent;

    /** The key of the shared heap of its node, if {@link #isSharedOpen}. */
    long sharedKey;

    /** Whether {@link #sharedKey} is here; written after that. */
    boolean isSharedOpen;

    /** The keys of regions that were asked for; null before. Written by {@link HeapRegions}, which see. */
    volatile KeyTable keys;

    /** Whether this PE has sent it a message. */
    boolean isContacted;

    /** Positive: the time since which reads are refused; negative: minus that time while a read is under way. */
    volatile long heartbeatState;

    /** The time of the last {@link Heartbeat#probe}; guarded by the heartbeat's monitor. */
    long probedNs;

    /**
     * The last pass of the {@link ReplyQueue} in which it could not be sent a message; guarded by the channel's lock.
     */
    int blockedPass;

    /** When it was last heard; the start of the clock if never. */
    private long heardNs;

    /** Whether anything was heard from it by the main channel, over which heartbeats go. */
    boolean wasConnected;

    private final FailureReporter failures;

    Peer(int pe, long address, PeerTable table, FailureReporter failures) {
        this.pe = pe;
        this.address = address;
        this.base = table.base(pe);
        this.key = table.key(pe);
        this.sharedBase = table.sharedBase(pe);
        this.heartbeatBase = table.heartbeatBase(pe);
        this.heartbeatKey = table.heartbeatKey(pe);
        this.hasProgressAgent = table.hasProgressAgent(pe);
        this.failures = failures;
        this.heardNs = failures.startNs();
    }

    /** Records that one of the completions of the last poll came from it. */
    void heard() {
        heardNs = failures.heardNs();
    }

    /** The same, where the operation or the message was one of the main channel, which is connected with it then. */
    void heardOnMain() {
        heard();
        wasConnected = true;
    }

    /** Whether anything was ever heard from it. */
    boolean wasHeard() {
        return heardNs != failures.startNs();
    }

    /** Nanoseconds since it was last heard, without those for which this PE was stopped. */
    long silenceNs() {
        return failures.nowNs() - heardNs;
    }
}
