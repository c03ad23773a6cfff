package org.jshmem.internal.messages;

/** Requests in the order in which they were added. A request is in one queue at a time. */
final class RequestQueue {
    private MessageRequest first;
    private MessageRequest last;

    boolean isEmpty() {
        return first == null;
    }

    MessageRequest first() {
        return first;
    }

    void add(MessageRequest request) {
        request.previous = last;
        request.next = null;
        if (last == null) {
            first = request;
        } else {
            last.next = request;
        }
        last = request;
    }

    /** The first receive whose tag a message has; null for none. */
    MessageRequest find(Message message) {
        MessageRequest request = first;
        while (request != null && !message.matches(request.tag)) {
            request = request.next;
        }
        return request;
    }

    void remove(MessageRequest request) {
        if (request.previous == null) {
            first = request.next;
        } else {
            request.previous.next = request.next;
        }
        if (request.next == null) {
            last = request.previous;
        } else {
            request.next.previous = request.previous;
        }
        request.next = null;
        request.previous = null;
    }

    /** Removes the first request of a space; returns null if there is none. */
    MessageRequest removeFirstOf(MessageSpace space) {
        MessageRequest candidate = first;
        while (candidate != null && !candidate.space.equals(space)) {
            candidate = candidate.next;
        }
        if (candidate != null) {
            remove(candidate);
        }
        return candidate;
    }

    /** Removes a request; false if it is not here. */
    boolean removeIfPresent(MessageRequest request) {
        for (MessageRequest candidate = first; candidate != null; candidate = candidate.next) {
            if (candidate.equals(request)) {
                remove(request);
                return true;
            }
        }
        return false;
    }
}
