package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.internal.SharedBlocks;

/** Takes the messages that have come to the ring of this PE. */
final class Inbox {
    private final NodeWindow node;
    private final SlotRing ring;
    private final Spaces spaces;
    private final MessagePool pool;
    private final Delivery delivery;
    private final HandlerQueue handlers;
    private final Receipts receipts;
    private final SharedBlocks sharedBlocks;

    /** The message that is read next. */
    private Message scratch = new Message();

    /** The message of several slots that is arriving; null for none. */
    private Message arriving;

    /** The receive that it goes to, if its data go there at once; else null. */
    private MessageRequest arrivingTo;

    private long arrivedBytes;

    Inbox(
            NodeWindow node,
            SlotRing ring,
            Spaces spaces,
            MessagePool pool,
            Delivery delivery,
            HandlerQueue handlers,
            Receipts receipts,
            SharedBlocks sharedBlocks) {
        this.node = node;
        this.ring = ring;
        this.spaces = spaces;
        this.pool = pool;
        this.delivery = delivery;
        this.handlers = handlers;
        this.receipts = receipts;
        this.sharedBlocks = sharedBlocks;
    }

    boolean isReady() {
        return ring.isReady();
    }

    /** Whether a message of several slots has come in part. */
    boolean isArriving() {
        return arriving != null;
    }

    /** The address of the next slot. */
    long nextSlot() {
        return ring.nextSlot();
    }

    /** Goes on to the slot after the next. */
    void advance() {
        ring.advance();
    }

    /** Takes what is in the next slot. */
    void accept() {
        final long slot = ring.nextSlot();
        try {
            if (arriving == null) {
                acceptFirst(slot);
            } else {
                acceptMore(slot);
            }
        } finally {
            ring.advance();
        }
    }

    private void acceptFirst(long slot) {
        final Message message = scratch;
        final MessageSpace space = read(slot, message);
        if (space == null) { // it has ended on this PE while an exception has kept others in it
            acceptStray(message);
            return;
        }
        if (space.handlers().has(message.tag)) {
            keep(message);
            handlers.add(message);
            return;
        }
        final MessageRequest request = delivery.match(space, message);
        if (request == null) {
            keep(message);
            space.unmatched.add(message);
        } else if (!message.isComplete && request.use == MessageRequest.Use.COPY) {
            Delivery.write(request, 0, message.data, MessageArea.FIRST_BYTES);
            scratch = pool.take();
            arriveIn(message, request);
        } else if (request.use == MessageRequest.Use.HOLD) {
            keep(message);
            message.claimedBy = request;
            if (message.isComplete) {
                delivery.deliver(message, request);
            }
        } else {
            delivery.deliver(message, request);
        }
    }

    /** Keeps a message for later, with a copy of what is in the ring; the rest of it follows. */
    private void keep(Message message) {
        pool.keep(message);
        scratch = pool.take();
        if (!message.isComplete) {
            arriveIn(message, null);
        }
    }

    private void arriveIn(Message message, MessageRequest request) {
        arriving = message;
        arrivingTo = request;
        arrivedBytes = MessageArea.FIRST_BYTES;
    }

    private void acceptStray(Message message) {
        if (message.protocol == MessageArea.GIVE) {
            sharedBlocks.freeIfLive(message.data);
        } else if (!message.isComplete) {
            message.isStray = true;
            keep(message);
        }
    }

    private void acceptMore(long slot) {
        final Message message = arriving;
        final long size = Math.min(MessageArea.MORE_BYTES, message.bytes - arrivedBytes);
        if (arrivingTo != null) {
            Delivery.write(arrivingTo, arrivedBytes, slot + MessageArea.MORE, size);
        } else {
            Memory.copy(slot + MessageArea.MORE, message.data + arrivedBytes, size);
        }
        arrivedBytes += size;
        if (arrivedBytes == message.bytes) {
            arriving = null;
            arrived(message);
        }
    }

    private void arrived(Message message) {
        message.isComplete = true;
        final MessageRequest request = arrivingTo == null ? message.claimedBy : arrivingTo;
        if (arrivingTo != null) {
            request.matched(message);
            request.isDone = true;
            receipts.send(message);
        } else if (request != null) {
            delivery.deliver(message, request);
        }
        final boolean isKept = request == null ? !message.isStray : request.held == message;
        arrivingTo = null;
        if (!isKept) {
            message.isStray = false;
            pool.give(message);
        }
    }

    /** Reads the header of a message; returns its space, null for one that has ended. */
    private MessageSpace read(long slot, Message message) {
        final int record = SlotHeader.read(slot, message);
        final MessageSpace space = spaces.find(message.space);
        message.record = record == 0 || space == null
                ? 0
                : MessageArea.record(node.area(space.worldPe(message.source)), record - 1);
        if (message.protocol == MessageArea.INLINE) {
            message.data = slot + MessageArea.DATA;
            message.isComplete = message.bytes <= MessageArea.FIRST_BYTES;
        } else {
            final long data = Memory.get64(slot + MessageArea.DATA);
            message.data = message.protocol == MessageArea.GIVE ? data : node.address(data);
            message.isComplete = true;
        }
        return space;
    }
}
