package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;

/** Takes the messages that have come to the ring of this PE. */
final class Inbox {
    private final MessageLock lock;
    private final NodeWindow node;
    private final SlotRing ring;
    private final Spaces spaces;
    private final MessagePool pool;
    private final Delivery delivery;
    private final HandlerQueue handlers;
    private final Receipts receipts;

    /** The message that is read next. */
    private Message scratch = new Message();

    /** The message of several slots that is arriving; null for none. */
    private Message arriving;

    /** The receive that it goes to, if its data go there at once; else null. */
    private MessageRequest arrivingTo;

    private long arrivedBytes;

    Inbox(
            MessageLock lock,
            NodeWindow node,
            SlotRing ring,
            Spaces spaces,
            MessagePool pool,
            Delivery delivery,
            HandlerQueue handlers,
            Receipts receipts) {
        this.lock = lock;
        this.node = node;
        this.ring = ring;
        this.spaces = spaces;
        this.pool = pool;
        this.delivery = delivery;
        this.handlers = handlers;
        this.receipts = receipts;
    }

    boolean isReady() {
        return ring.isReady();
    }

    /** Whether half of the ring is full. */
    boolean isHalfFull() {
        return ring.isHalfFull();
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
        try {
            final long slot = ring.nextSlot();
            if (arriving == null) {
                acceptFirst(slot);
            } else {
                acceptMore(slot);
            }
            ring.advance();
        } catch (RuntimeException | Error e) {
            lock.brokenBy = e;
            throw e;
        }
    }

    private void acceptFirst(long slot) {
        final Message message = scratch;
        read(slot, message);
        if (message.protocol == MessageArea.NOTHING) {
            return;
        }
        final MessageSpace space = message.space;
        if (space == null || space.isClosed()) { // an exception has closed it here while others still send
            acceptStray(message);
            return;
        }
        message.order = space.nextArrival();
        if (space.handlers().has(message.tag)) {
            if (Delivery.takeDiscard(message)) {
                acceptStray(message);
            } else {
                keep(message);
                handlers.add(message);
            }
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
        if (message.isComplete) {
            receipts.refuse(message);
        } else {
            message.isStray = true;
            scratch = pool.take();
            arriveIn(message, null);
        }
    }

    /** Ends what is arriving in a space that is being closed. */
    void dropAllOf(MessageSpace space) {
        if (arriving != null && space.equals(arriving.space)) {
            final MessageRequest request = arrivingTo == null ? arriving.claimedBy : arrivingTo;
            if (request != null) {
                request.drop();
            }
            arriving.isStray = true;
            arrivingTo = null;
        }
    }

    private void acceptMore(long slot) {
        final Message message = arriving;
        final long size = Math.min(MessageArea.MORE_BYTES, message.bytes - arrivedBytes);
        if (arrivingTo != null) {
            Delivery.write(arrivingTo, arrivedBytes, slot + MessageArea.MORE, size);
        } else if (!message.isStray) {
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
        if (message.isStray) {
            message.isStray = false;
            receipts.refuse(message);
            pool.give(message);
            return;
        }
        final MessageRequest request = arrivingTo == null ? message.claimedBy : arrivingTo;
        if (arrivingTo != null) {
            request.matched(message);
            request.isDone = true;
            receipts.send(message);
        } else if (request != null) {
            delivery.deliver(message, request);
        }
        final boolean isKept = request == null || request.held == message;
        arrivingTo = null;
        if (!isKept) {
            pool.give(message);
        }
    }

    /** Reads the header of a message. */
    private void read(long slot, Message message) {
        final int record = SlotHeader.read(slot, message, spaces);
        message.record = record == 0 || message.space == null
                ? 0
                : MessageArea.record(node.area(message.space.worldPe(message.source)), record - 1);
        if (message.protocol == MessageArea.INLINE) {
            message.data = slot + MessageArea.DATA;
            message.isComplete = message.bytes <= MessageArea.FIRST_BYTES;
        } else {
            final long data = Memory.get64(slot + MessageArea.DATA);
            message.data = message.protocol == MessageArea.GIVE ? data : node.address(data);
            message.isComplete = true;
        }
    }
}
