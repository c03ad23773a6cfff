package org.jshmem.internal.messages;

/**
 * The receives of a matching space that no message has matched yet: one list for each sender and one for receives of
 * any sender, each in the order of posting. Numbers tell which of two in different lists came first.
 */
final class PostedReceives {
    private final ByPe<RequestQueue> ofSource;
    private final RequestQueue ofAny = new RequestQueue();
    private long count;

    /** Receives that are here. */
    private int present;

    PostedReceives(int pes) {
        ofSource = new ByPe<>(pes);
    }

    boolean isEmpty() {
        return present == 0;
    }

    int count() {
        return present;
    }

    void add(MessageRequest request) {
        request.order = count++;
        present++;
        queue(request.pe).add(request);
    }

    private RequestQueue queue(int source) {
        if (source == MessageSpace.ANY) {
            return ofAny;
        }
        final RequestQueue existing = ofSource.get(source);
        return existing == null ? newQueue(source) : existing;
    }

    private RequestQueue newQueue(int source) {
        final RequestQueue made = new RequestQueue();
        ofSource.put(source, made);
        return made;
    }

    /** Removes the first receive that a message matches; null for none. */
    MessageRequest take(Message message) {
        final RequestQueue own = ofSource.get(message.source);
        final MessageRequest named = own == null ? null : own.find(message);
        final MessageRequest any = ofAny.find(message);
        final MessageRequest first = any == null || named != null && named.order < any.order ? named : any;
        if (first != null) {
            queue(first.pe).remove(first);
            present--;
        }
        return first;
    }

    /** Removes a receive; false if it is not here. */
    boolean remove(MessageRequest request) {
        final boolean isHere = queue(request.pe).removeIfPresent(request);
        present -= isHere ? 1 : 0;
        return isHere;
    }

    /** Ends all receives, as the space has ended. */
    void dropAll() {
        dropAll(ofAny);
        ofSource.forEach(PostedReceives::dropAll);
        present = 0;
    }

    private static void dropAll(RequestQueue queue) {
        while (!queue.isEmpty()) {
            final MessageRequest request = queue.first();
            queue.remove(request);
            request.drop();
        }
    }
}
