package org.jshmem.internal.messages;

/** Request objects, used again and again. The methods take the lock. */
final class RequestPool {
    private final MessageEngine engine;
    private final MessageLock lock;

    /** Linked by {@link MessageRequest#next}. */
    private MessageRequest unused;

    RequestPool(MessageEngine engine, MessageLock lock) {
        this.engine = engine;
        this.lock = lock;
    }

    /** A request that the caller begins. */
    MessageRequest take() {
        lock.enter();
        try {
            final MessageRequest request = unused;
            if (request == null) {
                return new MessageRequest(engine, false);
            }
            unused = request.next;
            request.next = null;
            return request;
        } finally {
            lock.leave();
        }
    }

    void give(MessageRequest request) {
        lock.enter();
        try {
            request.next = unused;
            unused = request;
        } finally {
            lock.leave();
        }
    }
}
