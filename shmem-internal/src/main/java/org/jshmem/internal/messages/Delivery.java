package org.jshmem.internal.messages;

import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NotThereException;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.MessageKernel;

/** Matches messages that have come with receives, and hands them over. */
final class Delivery {
    private final MessageLock lock;
    private final NodeWindow node;
    private final MessagePool pool;
    private final SharedBlocks sharedBlocks;
    private final HandlerQueue handlers;
    private final Receipts receipts;
    private final Pipes pipes;

    /** Null if all PEs are on one node. */
    private final Network network;

    private final RemoteMessages remote;

    Delivery(
            MessageLock lock,
            NodeWindow node,
            MessagePool pool,
            SharedBlocks sharedBlocks,
            HandlerQueue handlers,
            Receipts receipts,
            Pipes pipes,
            Network network,
            RemoteMessages remote) {
        this.lock = lock;
        this.node = node;
        this.pool = pool;
        this.sharedBlocks = sharedBlocks;
        this.handlers = handlers;
        this.receipts = receipts;
        this.pipes = pipes;
        this.network = network;
        this.remote = remote;
    }

    /** Hands a message that is not in the ring to its handler or receive, or keeps it. */
    void offer(Message message) {
        final MessageSpace space = message.space;
        if (space.handlers().has(message.tag)) {
            if (takeDiscard(message)) {
                discard(message);
            } else {
                handlers.add(message);
            }
            return;
        }
        final MessageRequest request = match(space, message);
        if (request == null) {
            space.unmatched.add(message);
        } else {
            give(message, request);
        }
    }

    /** Matches a receive with a message that has come, or posts it. */
    void post(MessageRequest request) {
        final Message message = request.space.unmatched.find(request.pe, request.tag);
        if (message == null) {
            request.space.posted.add(request);
            return;
        }
        if (!request.fits(message)) {
            request.failure = request.misfit(message);
            request.isDone = true;
            return;
        }
        request.space.unmatched.remove(message);
        give(message, request);
    }

    /** Hands a message to a receive that matches, as soon as it is complete. */
    private void give(Message message, MessageRequest request) {
        if (message.isComplete) {
            deliver(message, request);
            if (request.held != message) {
                pool.give(message);
            }
        } else {
            message.claimedBy = request;
        }
    }

    /** Drops the messages of a space that no receive or handler has got. */
    void dropAllOf(MessageSpace space) {
        for (Message message = space.unmatched.first(); message != null; message = space.unmatched.first()) {
            space.unmatched.remove(message);
            discard(message);
        }
        Message message = handlers.clear();
        while (message != null) {
            final Message next = message.nextOfSource;
            if (message.space.equals(space)) {
                discard(message);
            } else {
                handlers.add(message);
            }
            message = next;
        }
    }

    /** No handler is to run any more. */
    void forgetHandled() {
        handlers.clear();
    }

    /** Whether a message is to be dropped, as {@link MessageKernel#DISCARD} asks; if so, the next of its tag is not. */
    static boolean takeDiscard(Message message) {
        final MessageSpace space = message.space;
        final boolean isDiscarded =
                MessageKernel.DISCARD.equals(space.handlers().of(message.tag));
        if (isDiscarded) {
            space.setHandlers(space.handlers().with(message.tag, null));
        }
        return isDiscarded;
    }

    private void discard(Message message) {
        if (message.isComplete) {
            receipts.refuse(message);
            pool.give(message);
        } else {
            message.isStray = true; // the rest of it is still to come
        }
    }

    /** The receive that gets a message; receives that match it, and have no room for it, fail. */
    MessageRequest match(MessageSpace space, Message message) {
        MessageRequest request = space.posted.take(message);
        while (request != null && !request.fits(message)) {
            request.failure = request.misfit(message);
            request.isDone = true;
            request = space.posted.take(message);
        }
        return request;
    }

    /**
     * Hands a message that is complete to a receive. The message object is the caller's, unless the receive holds it.
     */
    void deliver(Message message, MessageRequest request) {
        request.matched(message);
        if (request.use == MessageRequest.Use.HOLD) {
            request.held = message;
            request.isDone = true;
            return;
        }
        try {
            copy(message, request);
        } catch (RuntimeException | Error e) { // its sender may wait for a receipt
            lock.brokenBy = e;
            throw e;
        }
    }

    private void copy(Message message, MessageRequest request) {
        switch (message.protocol) {
            case MessageArea.INLINE, MessageArea.COPY -> {
                write(request, 0, message.data, message.bytes);
                receipts.send(message);
                request.isDone = true;
            }
            case MessageArea.REFERENCE -> {
                copyReference(message, request);
                request.isDone = true;
            }
            case MessageArea.PIPE -> {
                request.recordAddress = message.record;
                request.places = message.data;
                pipes.add(request);
            }
            case MessageArea.REMOTE -> fetch(message, request);
            default -> {
                copyGift(message, request);
                request.isDone = true;
            }
        }
    }

    private void copyGift(Message message, MessageRequest request) {
        try {
            final Allocation block = sharedBlocks.find(Message.type(message.kind), message.data);
            write(request, 0, block.address, message.bytes);
            sharedBlocks.free(block);
        } catch (RuntimeException | InternalError e) { // as when another PE has freed what was given
            request.failure = e;
        }
    }

    /** Writes into the program's memory; a failure, as of a segment that was closed, is that of the receive. */
    static void write(MessageRequest request, long done, long address, long bytes) {
        try {
            LocalMemory.write(request.memory, request.start, done, address, bytes);
        } catch (RuntimeException | InternalError e) {
            request.failure = LocalMemory.failure("dest", request.memory, e);
        }
    }

    /**
     * Where the data of a message by reference are; the sender no longer moves them. Throws if it has taken it back.
     */
    long claim(Message message) {
        final long state = receipts.claim(message.record);
        if (state == MessageArea.WITHDRAWN) {
            throw withdrawn(message);
        }
        return state == MessageArea.POSTED
                ? message.data
                : node.address(Memory.get64(message.record + MessageArea.MOVED));
    }

    private static IllegalStateException withdrawn(Message message) {
        return new IllegalStateException(
                "the sender has closed its messages before the message with " + message + " was received");
    }

    private void copyReference(Message message, MessageRequest request) {
        final long from;
        try {
            from = claim(message);
        } catch (IllegalStateException e) {
            request.failure = e;
            receipts.send(message);
            return;
        }
        if (message.bytes >= BlockCopy.LEAST_BYTES && request.memory == null && node.isShared(request.start)) {
            BlockCopy.all(message.record, from, request.start, node.offset(request.start), message.bytes);
        } else {
            write(request, 0, from, message.bytes);
        }
        receipts.send(message);
    }

    /** Fetches the data of a message of another node. */
    private void fetch(Message message, MessageRequest request) {
        final int source = request.space.worldPe(message.source);
        if (message.data == OfferedMemory.ELSEWHERE) {
            pull(source, message, request);
            return;
        }
        try {
            if (SharedOffset.isShared(message.data)) {
                network.openSharedHeap(source);
            }
            FetchedMemory.get(network.transport(), source, message.data, request.memory, request.start, message.bytes);
        } catch (ShmemOutOfMemoryException
                | NotThereException e) { // the sender cannot register it, or has it from another PE
            pull(source, message, request);
            return;
        } catch (RuntimeException | InternalError e) {
            request.failure = LocalMemory.failure("dest", request.memory, e);
        }
        receipts.send(message);
        request.isDone = true;
    }

    /** Asks the sender for the data. */
    private void pull(int source, Message message, MessageRequest request) {
        request.partnerId = message.senderId;
        remote.answer(RemoteMessages.PULL, source, message.senderId, remote.register(request));
    }
}
