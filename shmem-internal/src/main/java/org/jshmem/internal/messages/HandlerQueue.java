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

    void add(Message message) {
        message.nextOfSource = null;
        if (last == null) {
            first = message;
        } else {
            last.nextOfSource = message;
        }
        last = message;
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
