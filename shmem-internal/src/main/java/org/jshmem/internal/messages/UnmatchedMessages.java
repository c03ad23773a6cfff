package org.jshmem.internal.messages;

/**
 * The messages of a matching space that no receive has matched yet, in the order of their arrival: one list of all, and
 * one for each sender.
 */
final class UnmatchedMessages {
    private final ByPe<Message> firstOfSource;
    private final ByPe<Message> lastOfSource;
    private Message first;
    private Message last;

    UnmatchedMessages(int pes) {
        firstOfSource = new ByPe<>(pes);
        lastOfSource = new ByPe<>(pes);
    }

    /** The first message, or null. */
    Message first() {
        return first;
    }

    /** Adds a message, which is the last to have come unless something else was to be done with it before. */
    void add(Message message) {
        Message before = last;
        while (before != null && before.order > message.order) {
            before = before.previous;
        }
        insert(message, before);
        before = lastOfSource.get(message.source);
        while (before != null && before.order > message.order) {
            before = before.previousOfSource;
        }
        insertOfSource(message, before);
    }

    private void insert(Message message, Message before) {
        final Message after = before == null ? first : before.next;
        message.previous = before;
        message.next = after;
        if (before == null) {
            first = message;
        } else {
            before.next = message;
        }
        if (after == null) {
            last = message;
        } else {
            after.previous = message;
        }
    }

    private void insertOfSource(Message message, Message before) {
        final int source = message.source;
        final Message after = before == null ? firstOfSource.get(source) : before.nextOfSource;
        message.previousOfSource = before;
        message.nextOfSource = after;
        if (before == null) {
            firstOfSource.put(source, message);
        } else {
            before.nextOfSource = message;
        }
        if (after == null) {
            lastOfSource.put(source, message);
        } else {
            after.previousOfSource = message;
        }
    }

    /** The earliest message that a receive matches, which stays here; null for none. */
    Message find(int source, int tag) {
        if (first == null) {
            return null;
        }
        if (source == MessageSpace.ANY) {
            Message message = first;
            while (message != null && !message.matches(tag)) {
                message = message.next;
            }
            return message;
        }
        Message message = firstOfSource.get(source);
        while (message != null && !message.matches(tag)) {
            message = message.nextOfSource;
        }
        return message;
    }

    void remove(Message message) {
        if (message.previous == null) {
            first = message.next;
        } else {
            message.previous.next = message.next;
        }
        if (message.next == null) {
            last = message.previous;
        } else {
            message.next.previous = message.previous;
        }
        if (message.previousOfSource == null) {
            firstOfSource.put(message.source, message.nextOfSource);
        } else {
            message.previousOfSource.nextOfSource = message.nextOfSource;
        }
        if (message.nextOfSource == null) {
            lastOfSource.put(message.source, message.previousOfSource);
        } else {
            message.nextOfSource.previousOfSource = message.previousOfSource;
        }
    }
}
