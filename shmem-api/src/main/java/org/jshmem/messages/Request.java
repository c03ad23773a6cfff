package org.jshmem.messages;

/**
 * A send or receive under way (MPI: MPI_Request). A thread completes it with {@link #await}, or with a {@link #test}
 * that returns true. The request then goes back to the library, which reuses the object for a later operation; until
 * then, calls on it throw. Set your variable to null after completion, as the static methods of this class do with the
 * elements of their arrays. A request of {@code sendInit} or {@code recvInit} is persistent: it belongs to the program
 * until {@link #close}.
 *
 * <p>Until a request is complete, the program must not write the memory that is sent, nor read or write the memory that
 * is received into.
 *
 * <p><b>Threads.</b> Only one thread at a time may use a request.
 */
public abstract class Request implements AutoCloseable {
    /** The result of {@link #testAny} if no operation has ended yet. */
    public static final int UNDER_WAY = -2;

    /** For the library. */
    protected Request() {}

    /**
     * Waits until the operation has ended.
     *
     * @throws IllegalArgumentException for a receive whose message has more elements than there is room for, or another
     *     type; that message can still be received
     * @throws IllegalStateException if the request is not under way
     */
    public final void await() {
        await(null);
    }

    /**
     * Waits until the operation has ended.
     *
     * @param envelope filled with what was received, unchanged by a send; may be null
     */
    public abstract void await(Envelope envelope);

    /**
     * Makes progress, and returns whether the operation has ended. If so, the request is complete, as after
     * {@link #await}.
     *
     * @return true if the operation has ended
     */
    public final boolean test() {
        return test(null);
    }

    /**
     * Makes progress, and returns whether the operation has ended, like {@link #test()}.
     *
     * @param envelope filled with what was received, if true is returned; may be null
     * @return true if the operation has ended
     */
    public abstract boolean test(Envelope envelope);

    /**
     * Cancels a receive that no message has matched. The program must still complete the request.
     *
     * @return false for a send, and if a message has matched; the operation then goes on
     */
    public abstract boolean cancel();

    /**
     * Starts the operation of a persistent request; may be called again after each end.
     *
     * @throws IllegalStateException if the request is under way or not persistent, or its array was freed
     */
    public abstract void start();

    /** Returns a persistent request to the library; throws if it is under way. */
    @Override
    public abstract void close();

    /**
     * Waits for all of the operations.
     *
     * @param requests the requests; null elements and persistent requests that are not under way are skipped; elements
     *     become null unless they are persistent
     */
    public static void awaitAll(Request... requests) {
        for (int i = 0; i < requests.length; i++) {
            final Request request = requests[i];
            if (request != null && request.isPersistent()) {
                if (request.isUnderWay()) {
                    request.await();
                }
            } else if (request != null) {
                requests[i] = null;
                try {
                    request.await();
                } catch (Throwable e) {
                    requests[i] = ofExceptional(request);
                    throw e;
                }
            }
        }
    }

    /** What stays in an array after an exception: a handler's leaves the request under way. */
    private static Request ofExceptional(Request request) {
        if (request instanceof FailedRequest failed) {
            return failed.rest();
        }
        return request.isUnderWay() || request.isPersistent() ? request : null;
    }

    /**
     * Waits for one of the operations.
     *
     * @param requests the requests; null elements are skipped; the element of the result becomes null unless it is
     *     persistent
     * @return its index; −1 if no operation is under way
     */
    public static int awaitAny(Request... requests) {
        return awaitAny(null, requests);
    }

    /**
     * Waits for one of the operations.
     *
     * @param envelope filled with what was received; may be null
     * @param requests the requests; null elements are skipped; the element of the result becomes null unless it is
     *     persistent
     * @return its index; −1 if no operation is under way
     */
    public static int awaitAny(Envelope envelope, Request... requests) {
        long turn = 0;
        while (true) {
            final int index = testAny(envelope, requests);
            if (index != UNDER_WAY) {
                return index;
            }
            turn = first(requests).pause(turn);
        }
    }

    /**
     * Makes progress, and returns which of the operations has ended, if any.
     *
     * @param envelope filled with what was received; may be null
     * @param requests the requests; null elements are skipped; the element of the result becomes null unless it is
     *     persistent
     * @return its index; −1 if no operation is under way; {@link #UNDER_WAY} if none has ended
     */
    public static int testAny(Envelope envelope, Request... requests) {
        int result = -1;
        for (int i = 0; i < requests.length; i++) {
            if (isUnderWay(requests[i])) {
                if (hasEnded(i, envelope, requests)) {
                    return i;
                }
                result = UNDER_WAY;
            }
        }
        return result;
    }

    private static boolean isUnderWay(Request request) {
        return request != null && request.isUnderWay();
    }

    /** Tests one that is under way, and takes it out of the array if it has ended. */
    private static boolean hasEnded(int i, Envelope envelope, Request... requests) {
        final Request request = requests[i];
        final boolean hasEnded;
        try {
            hasEnded = request.test(envelope);
        } catch (Throwable e) {
            requests[i] = ofExceptional(request);
            throw e;
        }
        if (hasEnded) {
            requests[i] = request.isPersistent() ? request : null;
        }
        return hasEnded;
    }

    /**
     * Waits for at least one of the operations. If one fails after another has ended, the next call that looks at it
     * throws the exception.
     *
     * @param indices filled with the indices of the operations that have ended; has room for all
     * @param requests the requests; null elements are skipped; elements that have ended become null unless they are
     *     persistent
     * @return how many have ended; 0 only if no operation is under way
     * @throws IllegalArgumentException if {@code indices} is shorter than {@code requests}
     */
    public static int awaitSome(int[] indices, Request... requests) {
        if (indices.length < requests.length) {
            throw new IllegalArgumentException("indices.length=" + indices.length + " is less than requests.length="
                    + requests.length + "; pass an array with room for the index of each request");
        }
        final int index = awaitAny(null, requests);
        if (index < 0) {
            return 0;
        }
        indices[0] = index;
        int count = 1;
        for (int i = 0; i < requests.length; i++) {
            final Request request = requests[i];
            if (i != index && isUnderWay(request)) {
                try {
                    if (hasEnded(i, null, requests)) {
                        indices[count++] = i;
                    }
                } catch (Throwable e) {
                    requests[i] = new FailedRequest(requests[i], e);
                    return count;
                }
            }
        }
        return count;
    }

    /**
     * Makes progress, and returns whether all of the operations have ended.
     *
     * @param requests the requests; null elements are skipped; elements that have ended become null unless they are
     *     persistent
     * @return true if no operation is still under way
     */
    public static boolean testAll(Request... requests) {
        for (int i = 0; i < requests.length; i++) {
            if (isUnderWay(requests[i])) {
                hasEnded(i, null, requests);
            }
        }
        for (Request request : requests) {
            if (isUnderWay(request)) {
                return false;
            }
        }
        return true;
    }

    private static Request first(Request... requests) {
        for (Request request : requests) {
            if (request != null && request.isUnderWay()) {
                return request;
            }
        }
        throw new IllegalStateException("no request is under way");
    }

    /**
     * Whether the request was begun and not completed yet.
     *
     * @return false for a persistent request that waits for its next start
     */
    public abstract boolean isUnderWay();

    /**
     * Whether the request comes from {@code sendInit} or {@code recvInit}.
     *
     * @return true for one that can be started again
     */
    public abstract boolean isPersistent();

    /**
     * Passes a moment of waiting; for the library.
     *
     * @param turn 0, or what the last call returned
     * @return what to pass to the next call
     */
    protected abstract long pause(long turn);

    /**
     * Passes a moment of waiting; for requests that forward to others.
     *
     * @param target the request that is waited for
     * @param turn 0, or what the last call returned
     * @return what to pass to the next call
     */
    protected static long pauseOf(Request target, long turn) {
        return target.pause(turn);
    }
}
