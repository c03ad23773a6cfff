package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Collects small operations of a context in a session, and sends those for one PE in one message, which the target
 * executes in order and acknowledges like an update ({@link PendingUpdates}). If some have results, these come back in
 * one message, which is the acknowledgement.
 *
 * <p><b>When a batch is sent.</b> If it is full; before the context's next other operation on that PE; at fence, quiet,
 * and the end of the session; when a thread of this PE begins to wait; otherwise by the {@link ProgressAgent}, which
 * looks every {@value ProgressAgent#TICK_NS} ns and sends what it has seen before.
 *
 * <p><b>Slots.</b> Batches are kept in slots; the PE's number selects the slot. If another PE's batch is there, that
 * one is sent first. Memory is allocated when a slot is first used.
 *
 * <p><b>Lock.</b> All state is guarded by {@link #lock}. A thread that holds it may take the lock of the channel, and
 * never waits: if the provider has no room, it returns, and the caller pauses and tries again. A record counts once the
 * size of its batch includes it, by one store; so an error such as a {@link StackOverflowError} loses or repeats none.
 */
final class Batches {
    /** Largest put or get that is collected. */
    static final int MOST_BYTES = 64;

    /** Batches that may be without their results at a time. */
    private static final int MOST_UNANSWERED = 64;

    /** Most slots. */
    private static final int MOST_SLOTS = 1024;

    /** Smallest message for which collecting pays. */
    private static final int FEWEST_BYTES = 256;

    /** Bytes of an empty batch. */
    private static final int HEADER = MessageDescriptor.BATCH_DATA;

    private final OfiNetwork network;
    private final Channel channel;
    private final FailureReporter failures;
    private final PendingUpdates pending;

    /** Index of the transport in its network; acknowledgements bring it back. */
    private final int id;

    private final ChannelLock lock = new ChannelLock();
    private final int mask;

    /** Most bytes of a message. */
    private final int mostBytes;

    /** By slot, the message; null until it is first used. */
    private final MemorySegment[] memory;

    /** By slot, the bytes of the message. */
    private final int[] sizes;

    /** By slot, the PE that the batch is for. */
    private final int[] pes;

    /** By slot, whether records of the batch have results. */
    private final boolean[] asks;

    /** By slot, whether it is one of {@link #begun}. */
    private final boolean[] isBegun;

    /** The slots in use since all were last sent; some of them may be empty again. */
    private final int[] begun;

    /** How many these are; any thread reads. */
    private volatile int begunCount;

    /** Batches sent whose records have results; written under the lock of the channel. */
    private int asked;

    /** Of these, the answered ones; written under the lock of the main channel. */
    private volatile int answered;

    /** How often {@link #begunCount} has left 0. */
    private int stamp;

    /** {@link #stamp} at the agent's last look. */
    private int seen;

    Batches(OfiNetwork network, Channel channel, PendingUpdates pending, int id) {
        final int slots = Math.min(MOST_SLOTS, Integer.highestOneBit(2 * network.pes() - 1));
        this.network = network;
        this.channel = channel;
        this.failures = network.failures();
        this.pending = pending;
        this.id = id;
        this.mask = slots - 1;
        this.mostBytes = mostBytes(channel);
        this.memory = new MemorySegment[slots];
        this.sizes = new int[slots];
        this.pes = new int[slots];
        this.asks = new boolean[slots];
        this.isBegun = new boolean[slots];
        this.begun = new int[slots];
    }

    private static int mostBytes(Channel channel) {
        return (int) Math.min(channel.bounceBytes(), MessageDescriptor.MOST_BYTES);
    }

    /** Whether messages are large enough to hold several operations. */
    static boolean suit(Channel channel) {
        return mostBytes(channel) >= FEWEST_BYTES;
    }

    /** Adds a put of at most {@link #MOST_BYTES}; the source is free on return. */
    void put(int pe, long offset, long source, int bytes) {
        final int recordBytes = BatchLayout.putBytes(bytes);
        final int slot = lockSlot(pe, recordBytes, "put");
        try {
            BatchLayout.put(end(slot), offset, source, bytes);
            sizes[slot] += recordBytes;
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }

    /** Adds a get of at most {@link #MOST_BYTES}; the data arrives until quiet. */
    void get(int pe, long dest, long offset, int bytes) {
        final int recordBytes = BatchLayout.getBytes(bytes);
        final int slot = lockSlot(pe, recordBytes, "get");
        try {
            BatchLayout.get(end(slot), dest, offset, bytes);
            asks[slot] = true;
            sizes[slot] += recordBytes;
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }

    /** Adds an update. */
    void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        final int slot = lockSlot(pe, BatchLayout.UPDATE_BYTES, "an atomic operation");
        try {
            BatchLayout.update(end(slot), operation, bytes, offset, operand);
            sizes[slot] += BatchLayout.UPDATE_BYTES;
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }

    /** Adds an atomic operation with a result, which arrives until quiet. */
    void fetch(int pe, Atomic operation, int bytes, long offset, long operand, long expected, long dest) {
        final int slot = lockSlot(pe, BatchLayout.FETCH_BYTES, "an atomic operation");
        try {
            BatchLayout.fetch(end(slot), operation, bytes, offset, operand, expected, dest);
            asks[slot] = true;
            sizes[slot] += BatchLayout.FETCH_BYTES;
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }

    /** Takes the lock, and returns a slot with a batch for a PE that has room for a record. */
    private int lockSlot(int pe, int bytes, String what) {
        long turn = 0;
        int slot = lockSlotIfRoom(pe, bytes);
        while (slot < 0) {
            turn = network.pause(turn, channel, pe, what);
            slot = lockSlotIfRoom(pe, bytes);
        }
        return slot;
    }

    /** The same, but returns −1 without the lock if a batch must be sent first and cannot be. */
    private int lockSlotIfRoom(int pe, int bytes) {
        boolean hasRoom = false;
        lock.lock();
        try {
            failures.failIfBroken();
            final int slot = pe & mask;
            hasRoom = isBegun[slot]
                    ? sizes[slot] == HEADER || pes[slot] == pe && sizes[slot] + bytes <= mostBytes || trySend(slot)
                    : begin(slot);
            if (hasRoom) {
                pes[slot] = pe;
                return slot;
            }
            return -1;
        } finally {
            if (!hasRoom) {
                lock.taken = ChannelLock.FREE;
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // guarded by the lock
    private boolean begin(int slot) {
        if (memory[slot] == null) {
            final MemorySegment message = Arena.ofAuto().allocate(mostBytes, Long.BYTES);
            network.messages().header(message.address(), MessageDescriptor.BATCH);
            Memory.put64(message.address() + MessageDescriptor.ID, id);
            memory[slot] = message;
        }
        sizes[slot] = HEADER;
        isBegun[slot] = true;
        begun[begunCount] = slot;
        if (begunCount == 0) {
            stamp++;
            begunCount = 1;
            network.collects();
        } else {
            begunCount++;
        }
        return true;
    }

    private long end(int slot) {
        return memory[slot].address() + sizes[slot];
    }

    /** Called under the lock of the main channel when the results of a batch are here. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void countAnswered() {
        answered++;
    }

    /** Whether there is nothing to send. */
    boolean isEmpty() {
        return begunCount == 0;
    }

    /** Sends the batch for a PE. */
    void send(int pe) {
        long turn = 0;
        while (!isEmpty() && !trySendTo(pe)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }

    private boolean trySendTo(int pe) {
        final int slot = pe & mask;
        lock.lock();
        try {
            return !isBegun[slot] || pes[slot] != pe || trySend(slot);
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }

    /** Sends all batches. */
    void sendAll() {
        long turn = 0;
        int blocked = isEmpty() ? -1 : trySendAll();
        while (blocked >= 0) {
            turn = network.pause(turn, channel, blocked, "put");
            blocked = trySendAll();
        }
    }

    private int trySendAll() {
        lock.lock();
        try {
            return sendBegun();
        } finally {
            lock.taken = ChannelLock.FREE;
        }
    }

    /** Sends what was there at the last call already; for the agent. Does not wait, not even for the lock. */
    void sendOld() {
        if (!isEmpty() && lock.tryLock()) {
            try {
                if (seen == stamp) {
                    sendBegun();
                }
                seen = stamp;
            } finally {
                lock.taken = ChannelLock.FREE;
            }
        }
    }

    /** Sends all batches for which there is room; returns a PE for whose batch there is none, or −1. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // guarded by the lock
    private int sendBegun() {
        int blocked = -1;
        for (int i = begunCount - 1; i >= 0; i--) {
            final int slot = begun[i];
            if (trySend(slot)) {
                begun[i] = begun[begunCount - 1]; // one that was tried already, or itself
                isBegun[slot] = false;
                begunCount--;
            } else {
                blocked = pes[slot];
            }
        }
        return blocked;
    }

    /** Sends the batch of a slot, after which it is empty; false if there is no room for the message. */
    private boolean trySend(int slot) {
        if (sizes[slot] == HEADER) {
            return true;
        }
        if (asks[slot] && asked - answered >= MOST_UNANSWERED) {
            return false;
        }
        channel.channelLock().lock();
        try {
            failures.failIfBroken();
            channel.isUnsure = true;
            pending.countSent(pes[slot], 1);
            final boolean isSent = channel.sendLocked(pes[slot], memory[slot].address(), sizes[slot]);
            if (isSent) {
                asked += asks[slot] ? 1 : 0;
                asks[slot] = false;
                sizes[slot] = HEADER;
            } else {
                pending.countSent(pes[slot], -1);
            }
            channel.isUnsure = false;
            return isSent;
        } catch (Throwable t) {
            if (channel.isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channel.channelLock().taken = ChannelLock.FREE;
        }
    }
}
