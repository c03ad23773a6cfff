package org.jshmem.internal.messages;

import java.util.function.Consumer;
import org.jshmem.internal.waiting.WaitPointWatch;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Awaited;

/**
 * Takes the messages that have come, goes on with those that are under way, and waits for requests. Never calls
 * handlers.
 *
 * <p>Calls of the engine that wait or look make progress, and every wait of the library does so now and then
 * ({@link #idle}). A send that can return at once makes progress only if others may depend on it ({@link #makeIfDue}):
 * it would otherwise copy messages that the next receive takes from the ring. A message that no receive has matched is
 * kept; one in the ring is copied for that. A sender whose target has no room takes its own messages meanwhile.
 * Otherwise two PEs with full rings would wait for each other for ever.
 *
 * <p><b>Bound.</b> A call takes the messages that had come when it began. It leaves later ones to the next call,
 * because messages may come as fast as they are taken. A thread that is about to sleep looks once more after it has
 * announced that, so it overlooks nothing that has come before.
 *
 * <p><b>Wake-up.</b> A sender that has published a slot looks at the flag of the receiver's wait point, without a fence
 * between the two. If the receiver goes to sleep at the very moment, the sender may not see it; the receiver then looks
 * again after its nap, of 10 ms at most, as it does for plain puts.
 */
final class MessageProgress {
    private final MessageLock lock;
    private final Inbox inbox;

    /** Null if all PEs are on one node. */
    private final RemoteInbox remoteInbox;

    private final Outbox outbox;
    private final Pipes pipes;
    private final WaitStrategy waitStrategy;
    private final WaitPoints waitPoints;
    private final long waitPoint;

    /** Ends the job, with a reason. */
    private final Consumer<String> jobEnd;

    /** Null until somebody asks for the descriptor. */
    private volatile WaitPointWatch watch;

    MessageProgress(
            MessageLock lock,
            Inbox inbox,
            RemoteInbox remoteInbox,
            Outbox outbox,
            Pipes pipes,
            WaitStrategy waitStrategy,
            WaitPoints waitPoints,
            long waitPoint,
            Consumer<String> jobEnd) {
        this.lock = lock;
        this.inbox = inbox;
        this.remoteInbox = remoteInbox;
        this.outbox = outbox;
        this.pipes = pipes;
        this.waitStrategy = waitStrategy;
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoint;
        this.jobEnd = jobEnd;
    }

    /** Has all waits of the library make progress. */
    void start() {
        waitPoints.whenIdle(this::idle);
    }

    void end() {
        waitPoints.whenIdle(null);
        if (watch != null) {
            watch.end();
        }
    }

    /** Makes progress if that needs no waiting; called now and then by threads that wait for something else. */
    private void idle() {
        if (lock.tryEnter()) {
            try {
                make(null);
            } finally {
                lock.leave();
            }
        }
    }

    /**
     * Makes progress; the caller has entered the lock.
     *
     * @param until nothing more is taken from the ring once this request is done; null for all that has come
     */
    void make(MessageRequest until) {
        if (lock.brokenBy != null) {
            endJob(lock.brokenBy);
        }
        final WaitPointWatch watched = watch;
        if (watched != null && isReady()) {
            watched.ring(); // what is taken here is no longer in the ring when the watch looks
        }
        takeSlots(until);
        if (remoteInbox != null) {
            for (int packets = remoteInbox.arrived(); packets > 0; packets--) {
                remoteInbox.accept();
            }
        }
        if (outbox.hasWaiting()) {
            outbox.startWaiting();
        }
        if (!pipes.isEmpty()) {
            pipes.advanceAll();
        }
    }

    /** Takes what the ring has, which has no room for more than its slots. */
    private void takeSlots(MessageRequest until) {
        for (int slots = MessageArea.SLOTS; slots > 0 && inbox.isReady(); slots--) {
            if (until != null && until.isDone) {
                return;
            }
            inbox.accept();
        }
    }

    /**
     * Makes progress if other PEs may wait for it: something is under way, or the ring is half full. The caller has
     * entered the lock.
     */
    void makeIfDue() {
        if (isUnderWay() || inbox.isHalfFull()) {
            make(null);
        }
    }

    /** Whether something waits for progress, other than messages in the ring, or an error has to end the job. */
    boolean isUnderWay() {
        return lock.brokenBy != null
                || !pipes.isEmpty()
                || outbox.hasWaiting()
                || remoteInbox != null && remoteInbox.isReady();
    }

    /** There may be little stack; a concatenation of strings whose linking fails would fail for ever. */
    private void endJob(Throwable error) {
        final StringBuilder text = new StringBuilder("a ");
        text.append(error)
                .append(" has struck in the middle of a message, and it is not known what became of that; its other")
                .append(" side may wait for ever. The library needs some stack and memory to work: raise -Xss or -Xmx,")
                .append(" or recurse less deeply");
        jobEnd.accept(text.toString());
    }

    private boolean isReady() {
        return inbox.isReady() || remoteInbox != null && remoteInbox.isReady();
    }

    /** Makes progress; whether a request is done. */
    boolean look(MessageRequest request) {
        lock.enter();
        try {
            make(request);
            return request.isDone || request.use == MessageRequest.Use.SEND && outbox.look(request);
        } finally {
            lock.leave();
        }
    }

    /** Whether a request is done, as far as that is known without the lock. */
    boolean isDone(MessageRequest request) {
        return !lock.isThreaded() && request.isDone;
    }

    /** Waits for a request without calling handlers. */
    void await(MessageRequest request) {
        long turn = 0;
        while (!isDone(request) && !look(request)) {
            turn = pause(turn, request);
        }
    }

    long pause(long turn, Awaited what) {
        return waitStrategy.pause(turn, what, 0);
    }

    /** Looks once whether something has come over the network; what has is there the next time. */
    void poll() {
        waitStrategy.poll();
    }

    /** Makes the descriptor readable, if there is one. */
    void ring() {
        final WaitPointWatch watched = watch;
        if (watched != null) {
            watched.ring();
        }
    }

    /** A descriptor that is readable from when something comes until {@link #makeAndClear}. */
    int descriptor() {
        lock.enter();
        try {
            if (watch == null) {
                watch = new WaitPointWatch(waitPoints, waitPoint, this::isReady, outbox::isUnderWay);
            }
            return watch.descriptor();
        } finally {
            lock.leave();
        }
    }

    /** Makes progress; the descriptor is then readable only for what comes after it. */
    void makeAndClear() {
        lock.enter();
        try {
            make(null);
            if (watch != null) {
                watch.clear();
                make(null);
            }
        } finally {
            lock.leave();
        }
    }
}
