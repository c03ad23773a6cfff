package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.messages.MessageView;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.spi.Allocation;

/**
 * Shows messages to visitors and handlers where the data are: in memory of the sender, in a private copy, or in a
 * shared block. Data that come in parts, or from another node, are copied to a block first. The methods take the lock,
 * but not while the visitor runs.
 */
final class Visits {
    private final MessageLock lock;
    private final Delivery delivery;
    private final ReceivedBlocks blocks;
    private final Receipts receipts;
    private final MessagePool pool;
    private final SharedBlocks sharedBlocks;

    /** For the next visit; null if that has to make one. */
    private MessageView view;

    Visits(
            MessageLock lock,
            Delivery delivery,
            ReceivedBlocks blocks,
            Receipts receipts,
            MessagePool pool,
            SharedBlocks sharedBlocks) {
        this.lock = lock;
        this.delivery = delivery;
        this.blocks = blocks;
        this.receipts = receipts;
        this.pool = pool;
        this.sharedBlocks = sharedBlocks;
    }

    /** Shows a message that is held to a visitor, and ends it. */
    void visit(Message message, MessageVisitor visitor) {
        final Allocation block;
        final MessageView shown;
        try {
            block = block(message);
            shown = view();
            message.describe(shown.show(block == null ? address(message) : block.address));
        } catch (Error e) {
            lock.brokenBy = e;
            throw e;
        }
        try {
            visitor.visit(shown);
        } finally {
            end(message, block, shown);
        }
    }

    /** The block that has the data of a message that was given, or comes in parts or from another node; else null. */
    private Allocation block(Message message) {
        return switch (message.protocol) {
            case MessageArea.GIVE -> sharedBlocks.find(Message.type(message.kind), message.data);
            case MessageArea.PIPE, MessageArea.REMOTE -> blocks.copy(message);
            default -> null;
        };
    }

    private long address(Message message) {
        return message.protocol == MessageArea.REFERENCE ? claim(message) : message.data;
    }

    private long claim(Message message) {
        try {
            return delivery.claim(message);
        } catch (IllegalStateException e) { // the sender has withdrawn it
            blocks.end(message);
            throw e;
        }
    }

    private MessageView view() {
        lock.enter();
        try {
            final MessageView unused = view;
            view = null;
            return unused == null ? new MessageView(Memory.ALL) : unused;
        } finally {
            lock.leave();
        }
    }

    private void end(Message message, Allocation block, MessageView shown) {
        lock.enter();
        try {
            view = shown;
            if (block == null) {
                receipts.send(message);
            } else {
                sharedBlocks.free(block);
            }
            pool.give(message);
        } catch (Error e) {
            lock.brokenBy = e;
            throw e;
        } finally {
            lock.leave();
        }
    }
}
