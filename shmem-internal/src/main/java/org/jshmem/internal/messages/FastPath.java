package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Allocation;

/**
 * The usual case of a message within a node: it fits in one slot of a ring, and its receiver waits for nothing else. It
 * then needs no request, no record and no matching. If a method cannot do without them, it changes nothing, and its
 * caller makes a request. The methods take the lock. Sends make progress if other PEs may wait for it.
 */
final class FastPath {
    private final MessageLock lock;
    private final Inbox inbox;
    private final Outbox outbox;
    private final OpenSlots open;
    private final MessageProgress progress;
    private final HandlerQueue handlers;
    private final SharedBlocks sharedBlocks;
    private final WaitStrategy waitStrategy;

    FastPath(
            MessageLock lock,
            Inbox inbox,
            Outbox outbox,
            MessageProgress progress,
            HandlerQueue handlers,
            SharedBlocks sharedBlocks,
            WaitStrategy waitStrategy) {
        this.lock = lock;
        this.inbox = inbox;
        this.outbox = outbox;
        this.open = outbox.open();
        this.progress = progress;
        this.handlers = handlers;
        this.sharedBlocks = sharedBlocks;
        this.waitStrategy = waitStrategy;
    }

    /** Sends a small message if that needs nothing but room in the ring; false if it does. */
    boolean trySend(MessageSpace space, Object memory, long start, long bytes, int kind, int pe, int tag) {
        if (bytes > MessageArea.FIRST_BYTES || space.neighbour(pe) == null) {
            return false;
        }
        lock.enter();
        try {
            progress.makeIfDue();
            return send(space, memory, start, bytes, kind, pe, tag);
        } finally {
            lock.leave();
        }
    }

    private boolean send(MessageSpace space, Object memory, long start, long bytes, int kind, int pe, int tag) {
        final Neighbour neighbour = space.neighbour(pe);
        final long ticket = kind == Message.BYTES && LocalMemory.isClosed(memory) ? -1 : outbox.takeTicket(neighbour);
        if (ticket < 0) {
            return false;
        }
        try {
            final long slot = neighbour.ring.slot(ticket);
            SlotHeader.write(slot, space, tag, kind, MessageArea.INLINE, 0, bytes);
            LocalMemory.read(memory, start, 0, slot + MessageArea.DATA, bytes);
            neighbour.ring.publish(ticket);
            open.published();
            WaitPoints.wake(neighbour.waitPoint);
        } catch (InternalError e) {
            MessageRequest.rethrow(LocalMemory.failure("source", memory, e));
        } finally {
            if (open.areOpen()) { // whatever happens, as the receiver would wait for it for ever
                open.finish();
            }
        }
        return true;
    }

    /** Gives a block away if that needs nothing but room in the ring; false if it does. */
    boolean tryGive(MessageSpace space, Allocation block, int pe, int tag) {
        if (space.neighbour(pe) == null) {
            return false;
        }
        lock.enter();
        try {
            progress.makeIfDue();
            return give(space, block, pe, tag);
        } finally {
            lock.leave();
        }
    }

    private boolean give(MessageSpace space, Allocation block, int pe, int tag) {
        final Neighbour neighbour = space.neighbour(pe);
        final long ticket = outbox.takeTicket(neighbour);
        if (ticket < 0) {
            return false;
        }
        try {
            final long slot = neighbour.ring.slot(ticket);
            SlotHeader.write(slot, space, tag, sharedBlocks.typeOf(block).ordinal(), MessageArea.GIVE, 0, block.bytes);
            Memory.put64(slot + MessageArea.DATA, block.handle);
            sharedBlocks.giveAway(block);
            neighbour.ring.publish(ticket);
            open.published();
            WaitPoints.wake(neighbour.waitPoint);
        } finally {
            if (open.areOpen()) { // as in send
                block.live = !open.isFirstPublished();
                open.finish();
            }
        }
        return true;
    }

    /**
     * Receives a message that is small, and the next to come, without posting the receive. Waits as long as a thread
     * spins.
     *
     * @return its size; −1 if the receive has to be posted
     */
    long tryReceive(MessageSpace space, Object memory, long start, long bytes, int kind, int pe, int tag) {
        lock.enter();
        try {
            final long slot = awaitNext(space, SlotHeader.kinds(space, 0, kind, MessageArea.INLINE), pe, tag);
            final long size = slot == 0 ? Long.MAX_VALUE : Memory.get64(slot + MessageArea.BYTES);
            if (size > Math.min(bytes, MessageArea.FIRST_BYTES)) {
                return -1;
            }
            LocalMemory.write(memory, start, 0, slot + MessageArea.DATA, size);
            inbox.advance();
            return size;
        } catch (InternalError e) {
            MessageRequest.rethrow(LocalMemory.failure("dest", memory, e));
            return -1;
        } finally {
            lock.leave();
        }
    }

    /** Takes a block if its message is the next to come; returns its handle, or 0 if the receive has to be posted. */
    long tryTake(MessageSpace space, int kind, int pe, int tag) {
        lock.enter();
        try {
            final long slot = awaitNext(space, SlotHeader.kinds(space, 0, kind, MessageArea.GIVE), pe, tag);
            if (slot == 0) {
                return 0;
            }
            final long handle = Memory.get64(slot + MessageArea.DATA);
            inbox.advance();
            return handle;
        } finally {
            lock.leave();
        }
    }

    /**
     * Waits for the next message, as long as a thread spins and nothing else is to be done.
     *
     * @return its slot; 0 if it is not the one wanted, or none has come
     */
    private long awaitNext(MessageSpace space, long kinds, int pe, int tag) {
        if (space.neighbour(pe) == null || space.handlers().has(tag) || progress.isUnderWay()) {
            return 0;
        }
        final long label = SlotHeader.label(pe, tag);
        long turn = 0;
        while (space.isIdle() && !inbox.isArriving() && handlers.isEmpty() && !WaitStrategy.isLong(turn)) {
            if (inbox.isReady()) {
                final long slot = inbox.nextSlot();
                return Memory.get64(slot + MessageArea.TAG) == label && Memory.get64(slot + MessageArea.SPACE) == kinds
                        ? slot
                        : 0;
            }
            if (lock.isThreaded()) {
                return 0;
            }
            turn = waitStrategy.pause(turn, null, 0);
        }
        return 0;
    }
}
