package org.jshmem;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jshmem.spi.ElementKind;

/**
 * A non-blocking collective under way (proposal: specification pull request 456, shmem_req_h). A request is complete
 * once {@link #await} has returned, or {@link #test} has returned true. The library then reuses the object for a later
 * collective of the team, so keep no reference to it, and ask for a result before you start another collective. A block
 * of try with resources does keep one: once you have completed the request in its block, or have asked for a future,
 * start no further collective of the team before the end of the block. {@link #close} might wait for that one.
 *
 * <p>Until a request is complete, the program must change neither destination nor source, nor read the destination.
 *
 * <p><b>Errors.</b> If the collective has failed, because the PEs have started different ones for instance, the method
 * that completes the request throws.
 *
 * <p><b>Threads.</b> Only one thread at a time may use a request.
 */
public abstract class CollectiveRequest implements AutoCloseable {
    /** For runtimes. */
    protected CollectiveRequest() {}

    /**
     * Waits until the collective has ended, and completes the request; returns at once if it is complete.
     *
     * @throws ShmemException if the PEs have started different collectives
     * @throws IllegalStateException if the team has ended
     */
    public abstract void await();

    /**
     * Returns whether the collective has ended, and if so, completes the request. Does not wait.
     *
     * @return true if the request is complete
     * @throws ShmemException if the PEs have started different collectives
     * @throws IllegalStateException if the team has ended
     */
    public abstract boolean test();

    /**
     * Leaves the request to the library, which completes it when the collective has ended. The request must not be used
     * any more. The thread that has executed the collective also runs the functions that depend on the future: the
     * library's thread, or a thread of the program that waits for a request. Such a function must not wait for a
     * collective, end the team or the library. Pass a function that does to another thread, by {@code thenRunAsync} for
     * instance.
     *
     * @param result what the future gives, from the complete request; called once
     * @param <T> the type of the result
     * @return the future; it fails as {@link #await} would
     */
    public abstract <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result);

    /**
     * The same for a collective on arrays, which have the result.
     *
     * @return the future; it gives null
     */
    public final CompletableFuture<Void> toFuture() {
        return toFuture(request -> null);
    }

    /**
     * Waits, as {@link #await} does. If an exception leaves the block of a try with resources, and other PEs have not
     * started the collective for a while, this PE does not wait for them any longer. Does nothing if the request has a
     * future.
     */
    @Override
    public abstract void close();

    /**
     * The result of a collective on one {@code int} of each PE; waits for it.
     *
     * @return the result
     * @throws IllegalStateException if the collective is not one on such values
     */
    public final int intResult() {
        return (int) result(ElementKind.INT);
    }

    /**
     * The result of a collective on one {@code long} of each PE; waits for it.
     *
     * @return the result
     * @throws IllegalStateException if the collective is not one on such values
     */
    public final long longResult() {
        return result(ElementKind.LONG);
    }

    /**
     * The result of a collective on one {@code float} of each PE; waits for it.
     *
     * @return the result
     * @throws IllegalStateException if the collective is not one on such values
     */
    public final float floatResult() {
        return Float.intBitsToFloat((int) result(ElementKind.FLOAT));
    }

    /**
     * The result of a collective on one {@code double} of each PE; waits for it.
     *
     * @return the result
     * @throws IllegalStateException if the collective is not one on such values
     */
    public final double doubleResult() {
        return Double.longBitsToDouble(result(ElementKind.DOUBLE));
    }

    /**
     * The result of a collective on one value of each PE; waits for it.
     *
     * @param type what the program takes it for
     * @return its bits
     */
    protected abstract long result(ElementKind type);

    /**
     * Waits for a moment, so that the collective makes progress.
     *
     * @param turn 0 in the first call, then the result of the last call
     * @return the turn for the next call
     */
    protected abstract long pause(long turn);

    /**
     * The result of another request; for requests that forward to others.
     *
     * @param target the other request
     * @param type what the program takes it for
     * @return its bits
     */
    protected static long resultOf(CollectiveRequest target, ElementKind type) {
        return target.result(type);
    }

    /**
     * Waits for a moment for another request; for requests that forward to others.
     *
     * @param target the other request
     * @param turn 0 in the first call, then the result of the last call
     * @return the turn for the next call
     */
    protected static long pauseOf(CollectiveRequest target, long turn) {
        return target.pause(turn);
    }

    /**
     * Waits for all of the requests. If some fail, the others are complete nevertheless; the first failure is thrown.
     *
     * @param requests the requests; null elements are skipped; elements become null
     */
    public static void awaitAll(CollectiveRequest... requests) {
        Throwable failure = null;
        for (int i = 0; i < requests.length; i++) {
            final CollectiveRequest request = requests[i];
            if (request != null) {
                requests[i] = null;
                try {
                    request.await();
                } catch (RuntimeException | Error e) {
                    failure = failure == null ? e : failure;
                }
            }
        }
        if (failure != null) {
            throw unchecked(failure);
        }
    }

    /** Throws an error; returns an exception, for the caller to throw. */
    static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    /**
     * Waits for one of the requests.
     *
     * @param requests the requests; null elements are skipped; the element of the result becomes null
     * @return its index; −1 if all elements are null
     */
    public static int awaitAny(CollectiveRequest... requests) {
        long turn = 0;
        while (true) {
            CollectiveRequest open = null;
            for (int i = 0; i < requests.length; i++) {
                if (requests[i] != null && isComplete(requests, i)) {
                    return i;
                }
                open = open == null ? requests[i] : open;
            }
            if (open == null) {
                return -1;
            }
            turn = open.pause(turn);
        }
    }

    /**
     * Waits for at least one of the requests, and completes those that have ended. If one of them has failed, and
     * another one has been completed before, a later call throws the failure. Until then its element is not null.
     *
     * @param indices receives the indices of those that are complete; at least as long as {@code requests}
     * @param requests the requests; null elements are skipped; the elements of the results become null
     * @return how many are complete; 0 if all elements are null
     * @throws IllegalArgumentException if {@code indices} is too short
     */
    public static int awaitSome(int[] indices, CollectiveRequest... requests) {
        if (indices.length < requests.length) {
            throw new IllegalArgumentException("indices.length=" + indices.length + " is less than requests.length="
                    + requests.length + "; pass an array with room for the index of each request");
        }
        final int first = awaitAny(requests);
        if (first < 0) {
            return 0;
        }
        indices[0] = first;
        int count = 1;
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null && isCompleteOrKept(requests, i)) {
                indices[count++] = i;
            }
        }
        return count;
    }

    /** Whether a request is complete; a failure is kept in its place. */
    private static boolean isCompleteOrKept(CollectiveRequest[] requests, int i) {
        try {
            return isComplete(requests, i);
        } catch (RuntimeException | Error e) {
            requests[i] = new FailedRequest(e);
            return false;
        }
    }

    private static boolean isComplete(CollectiveRequest[] requests, int i) {
        final CollectiveRequest request = requests[i];
        final boolean isComplete;
        try {
            isComplete = request.test();
        } catch (RuntimeException | Error e) {
            requests[i] = null;
            throw e;
        }
        if (isComplete) {
            requests[i] = null;
        }
        return isComplete;
    }
}
