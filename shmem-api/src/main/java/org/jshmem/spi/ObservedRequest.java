package org.jshmem.spi;

import org.jshmem.messages.Envelope;
import org.jshmem.messages.Request;

/**
 * Tells an {@link ObservingProvider} what a program does with a request. Receives from the same PE with the same tag
 * match messages in the order in which they begin, so a receive of which both are known is announced when it begins.
 */
final class ObservedRequest extends Request {
    static final Operation AWAIT = Operation.of("await");

    private final Request target;
    private final ObservingMessages messages;
    private final int pe;
    private final int tag;
    private final long bytes;
    private final boolean isSend;

    /** For a receive whose caller passes no envelope; null for a send. */
    private final Envelope result;

    /** What was announced, of a receive. */
    private long announced;

    ObservedRequest(Request target, ObservingMessages messages, int pe, int tag, long bytes, boolean isSend) {
        this.target = target;
        this.messages = messages;
        this.pe = pe;
        this.tag = tag;
        this.bytes = bytes;
        this.isSend = isSend;
        this.result = isSend ? null : new Envelope();
        if (!isSend && target.isUnderWay()) {
            announced = messages.announce(pe, tag);
        }
    }

    @Override
    public void await(Envelope envelope) {
        final long token = messages.before(AWAIT, Operation.NO_PE, 0);
        try {
            target.await(into(envelope));
        } catch (RuntimeException | Error e) {
            messages.lostCount(pe, tag, isSend);
            throw e;
        }
        complete(into(envelope), token);
    }

    @Override
    public boolean test(Envelope envelope) {
        final boolean isDone;
        try {
            isDone = target.test(into(envelope));
        } catch (RuntimeException | Error e) {
            messages.lostCount(pe, tag, isSend);
            throw e;
        }
        if (isDone) {
            complete(into(envelope), messages.before(AWAIT, Operation.NO_PE, 0));
        } else {
            messages.stillUnderWay();
        }
        return isDone;
    }

    private Envelope into(Envelope envelope) {
        return envelope == null ? result : envelope;
    }

    private void complete(Envelope envelope, long token) {
        if (isSend) {
            messages.after(AWAIT, Operation.NO_PE, 0, token); // its bytes are those of its begin
        } else {
            messages.received(envelope, announced);
            messages.after(AWAIT, Operation.NO_PE, envelope.bytes(), token);
        }
    }

    @Override
    public boolean cancel() {
        final boolean isCancelled = target.cancel();
        if (isCancelled) {
            messages.lostCount(pe, tag, isSend);
        }
        return isCancelled;
    }

    @Override
    public void start() {
        final Operation operation = isSend ? ForwardingMessages.ISEND : ForwardingMessages.IRECV;
        final int to = isSend ? ForwardingMessages.known(pe) : Operation.NO_PE;
        final long token = messages.before(operation, to, bytes);
        if (isSend) {
            messages.sends(pe, tag, bytes);
        }
        target.start();
        messages.after(operation, to, isSend ? bytes : 0, token);
        if (!isSend) {
            announced = messages.announce(pe, tag);
        }
    }

    @Override
    public void close() {
        target.close();
    }

    @Override
    public boolean isUnderWay() {
        return target.isUnderWay();
    }

    @Override
    public boolean isPersistent() {
        return target.isPersistent();
    }

    @Override
    protected long pause(long turn) {
        final long next = pauseOf(target, turn);
        messages.paused();
        return next;
    }
}
