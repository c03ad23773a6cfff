package org.jshmem.internal.messages;

import org.jshmem.internal.SharedBlocks;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;

/** Turns messages that are held into blocks of the shared heap. The methods take the lock. */
final class ReceivedBlocks {
    private final MessageLock lock;
    private final MessageProgress progress;
    private final RequestPool requests;
    private final Delivery delivery;
    private final Receipts receipts;
    private final MessagePool pool;
    private final SharedBlocks sharedBlocks;

    ReceivedBlocks(
            MessageLock lock,
            MessageProgress progress,
            RequestPool requests,
            Delivery delivery,
            Receipts receipts,
            MessagePool pool,
            SharedBlocks sharedBlocks) {
        this.lock = lock;
        this.progress = progress;
        this.requests = requests;
        this.delivery = delivery;
        this.receipts = receipts;
        this.pool = pool;
        this.sharedBlocks = sharedBlocks;
    }

    /** Ends a message; returns the handle of the block that was given or that has its data, or 0 if it has no data. */
    long take(Message message, ElementKind type) {
        try {
            return handle(message, type);
        } catch (Error e) {
            lock.brokenBy = e;
            throw e;
        }
    }

    private long handle(Message message, ElementKind type) {
        if (message.protocol != MessageArea.GIVE && message.bytes > 0) {
            final Allocation block = allocate(message, type);
            try {
                copyTo(block, message);
            } finally {
                give(message);
            }
            return block.handle;
        }
        final long handle = message.protocol == MessageArea.GIVE ? message.data : 0;
        end(message);
        return handle;
    }

    /** Ends a message whose data are not needed here: its sender gets its record back. */
    void end(Message message) {
        lock.enter();
        try {
            receipts.send(message);
            pool.give(message);
        } finally {
            lock.leave();
        }
    }

    /** Copies the data of a message to a block. The caller ends the message, unless this throws. */
    Allocation copy(Message message) {
        final Allocation block = allocate(message, null);
        try {
            copyTo(block, new Message().like(message)); // the caller still describes the original
        } catch (RuntimeException e) {
            give(message);
            throw e;
        }
        return block;
    }

    private void give(Message message) {
        lock.enter();
        try {
            pool.give(message);
        } finally {
            lock.leave();
        }
    }

    /** Memory for a message; if there is none, the message can still be received. */
    private Allocation allocate(Message message, ElementKind type) {
        try {
            return type == null
                    ? sharedBlocks.allocateOwn(message.bytes)
                    : sharedBlocks.allocate(type, message.bytes, 0);
        } catch (RuntimeException e) {
            lock.enter();
            try {
                delivery.offer(message);
            } finally {
                lock.leave();
            }
            throw e;
        }
    }

    /** Receives a message into a block. */
    private void copyTo(Allocation block, Message message) {
        final MessageRequest request = requests.take()
                .of(
                        message.space,
                        MessageRequest.Use.COPY,
                        null,
                        block.address,
                        message.bytes,
                        null,
                        message.source,
                        message.tag)
                .begin();
        lock.enter();
        try {
            delivery.deliver(message, request);
        } finally {
            lock.leave();
        }
        progress.await(request); // without handlers, whose exceptions would lose the message
        try {
            request.complete(null);
        } catch (RuntimeException | Error e) { // as of a sender that has closed its messages
            free(block);
            throw e;
        }
    }

    private void free(Allocation block) {
        lock.enter();
        try {
            sharedBlocks.free(block);
        } finally {
            lock.leave();
        }
    }
}
