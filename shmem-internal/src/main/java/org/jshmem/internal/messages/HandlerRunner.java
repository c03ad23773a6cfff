package org.jshmem.internal.messages;

import org.jshmem.messages.MessageVisitor;

/**
 * Calls handlers for the messages in the {@link HandlerQueue}, in their order. One thread does so at a time, and not
 * within a handler. The methods take the lock, but not while a handler runs.
 */
final class HandlerRunner {
    private final MessageLock lock;
    private final HandlerQueue queue;
    private final Delivery delivery;
    private final Visits visits;

    HandlerRunner(MessageLock lock, HandlerQueue queue, Delivery delivery, Visits visits) {
        this.lock = lock;
        this.queue = queue;
        this.delivery = delivery;
        this.visits = visits;
    }

    /** Whether {@link #run} would call a handler, as far as that is known without the lock. */
    boolean isReady() {
        return queue.isReady();
    }

    /** Calls the handlers of the messages that have come; whether there was any. */
    boolean run() {
        return !queue.isEmpty() && runAll();
    }

    private boolean runAll() {
        boolean any = false;
        Message message = next(true);
        while (message != null) {
            any = true;
            try {
                visits.visit(message, message.handler);
            } catch (Throwable e) { // of another language it may be a checked exception, too
                stop(e);
                throw e;
            }
            message = next(false);
        }
        return any;
    }

    private void stop(Throwable cause) {
        try {
            lock.enter();
            queue.stop();
            lock.leave();
        } catch (Error e) { // no handler would be called any more
            lock.brokenBy = cause;
            throw e;
        }
    }

    private Message next(boolean isFirst) {
        lock.enter();
        try {
            final Message first = queue.first();
            if (first != null) { // set while it is still queued: an error after next would lose the message
                first.handler = first.space.handlers().of(first.tag);
            }
            return queue.next(isFirst);
        } finally {
            lock.leave();
        }
    }

    /**
     * Sets or removes a handler. A new one also gets the messages of its tag that have come before; those that one has
     * not had when it is removed can be received.
     */
    void set(MessageSpace space, int tag, MessageVisitor handler) {
        lock.enter();
        try {
            space.setHandlers(space.handlers().with(tag, handler));
            Message queued = queue.clear();
            while (queued != null) {
                final Message next = queued.nextOfSource;
                delivery.offer(queued);
                queued = next;
            }
            Message message = space.unmatched.first();
            while (message != null) {
                final Message next = message.next;
                if (space.handlers().has(message.tag)) {
                    space.unmatched.remove(message);
                    delivery.offer(message);
                }
                message = next;
            }
        } finally {
            lock.leave();
        }
    }
}
