package org.jshmem.internal.messages;

/** Messages that wait for their handlers, in the order of arrival, and whether a thread runs a handler now. */
final class HandlerQueue {
    private Message first;
    private Message last;
    private boolean isHandling;

    /** May be asked without the lock, for a guess. */
    boolean isEmpty() {
        return first == null;
    }

    /** The one that is handled next; null for none. */
    Message first() {
        return first;
    }

    /**
     * Adds a message, before those of its space that have come after it, if something else was tried with it before.
     */
    void add(Message message) {
        Message before = last;
        if (last != null && !message.isLatest() && (isLater(last, message) || !last.space.equals(message.space))) {
            before = null;
            for (Message other = first; other != null && !isLater(other, message); other = other.nextOfSource) {
                before = other;
            }
        }
        final Message after = before == null ? first : before.nextOfSource;
        message.nextOfSource = after;
        if (before == null) {
            first = message;
        } else {
            before.nextOfSource = message;
        }
        if (after == null) {
            last = message;
        }
    }

    private static boolean isLater(Message one, Message other) {
        return one.space.equals(other.space) && one.order > other.order;
    }

    /** Has the data of a message that a PE offers asked for, as it has taken them back. */
    void withdraw(MessageSpace space, int source, long id) {
        for (Message message = first; message != null; message = message.nextOfSource) {
            if (message.space.equals(space)) {
                message.withdraw(source, id);
            }
        }
    }

    /**
     * The next message to handle. The thread that gets one gets the following ones, too, until there is none.
     *
     * @param isFirst whether the thread did not have one before
     * @return null if there is none, or another thread handles them
     */
    Message next(boolean isFirst) {
        if (isFirst && isHandling) {
            return null;
        }
        isHandling = first != null && first.isComplete;
        if (!isHandling) {
            return null;
        }
        final Message message = first;
        first = message.nextOfSource;
        last = first == null ? null : last;
        return message;
    }

    /** Whether {@link #next} would return a message to a thread that has none; other threads may change that. */
    boolean isReady() {
        final Message next = first;
        return next != null && next.isComplete && !isHandling;
    }

    /** A handler has thrown. */
    void stop() {
        isHandling = false;
    }

    /** Takes all messages out; linked by {@link Message#nextOfSource}. */
    Message clear() {
        final Message all = first;
        first = null;
        last = null;
        return all;
    }
}
