package org.jshmem.internal.nonblocking;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The state of a request.
 *
 * <p><b>Protocol.</b> A thread that starts a collective takes a FREE request, writes its fields and makes it OPEN. The
 * thread that has executed the collective writes its outcome and makes it DONE. The thread that completes the request
 * for the program makes it FREE; that of a future makes it TAKEN before, while the function of the future asks for the
 * result. Each step is a release that the next thread acquires, so that it sees the fields.
 *
 * <p><b>Futures.</b> Both the thread that has executed the collective and the one that asked for the future may
 * complete it; the one that takes the request does. A thread that makes the request DONE and then finds no future, and
 * one that sets the future and then finds the request OPEN, cannot both miss it, since each has a full fence between.
 *
 * <p><b>Uses.</b> The state has a number that grows whenever the request is opened. A thread that completes a future
 * passes the number of its use, so that it cannot take the request when that is in use again.
 */
final class RequestState {
    private static final int FREE = 0;
    private static final int OPEN = 1;
    private static final int DONE = 2;
    private static final int TAKEN = 3;

    /** The number of the use is above. */
    private static final int STEP_BITS = 2;

    private static final int STEP_MASK = (1 << STEP_BITS) - 1;

    private final AtomicLong state = new AtomicLong(FREE);

    /** Completes a future; null if the program waits itself. */
    private final AtomicReference<Runnable> completion = new AtomicReference<>();

    boolean isFree() {
        return isAt(FREE);
    }

    boolean isOpen() {
        return isAt(OPEN);
    }

    boolean isDone() {
        return isAt(DONE);
    }

    private boolean isAt(int step) {
        return (state.get() & STEP_MASK) == step;
    }

    /** The number of the current or last use. */
    long use() {
        return state.get() >> STEP_BITS;
    }

    /** Makes a free request one without a future; by the thread that opens it. */
    void prepare() {
        completion.setPlain(null);
    }

    void open() {
        state.setRelease(use() + 1 << STEP_BITS | OPEN);
    }

    /** The collective has ended. A full fence and {@link #completeFuture} follow. */
    void done() {
        state.setRelease(use() << STEP_BITS | DONE);
    }

    /** Completes the future, if there is one and the collective has ended. */
    void completeFuture() {
        final Runnable future = completion.get();
        if (future != null && isDone()) {
            future.run();
        }
    }

    boolean hasFuture() {
        return completion.get() != null;
    }

    /** Sets the future; {@link #isOpen} follows, and if it is not, {@code future} is to be run. */
    void completeBy(Runnable future) {
        completion.set(future);
    }

    /**
     * Takes an ended request for its future; returns false if it has not ended, or another thread has taken it.
     *
     * @param use the number of the future's use
     */
    boolean take(long use) {
        return state.compareAndSet(use << STEP_BITS | DONE, use << STEP_BITS | TAKEN);
    }

    /** The program, or the future, is done with the request, which forgets the future. */
    void free() {
        completion.setPlain(null);
        state.setRelease(use() << STEP_BITS | FREE);
    }
}
