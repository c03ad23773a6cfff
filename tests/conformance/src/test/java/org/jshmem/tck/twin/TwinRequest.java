package org.jshmem.tck.twin;

import org.jshmem.messages.Envelope;
import org.jshmem.messages.Request;

/** A request that tells which message the program has received by it. */
class TwinRequest extends Request {
    private final Request target;
    private final TwinMessages messages;

    TwinRequest(Request target, TwinMessages messages) {
        this.target = target;
        this.messages = messages;
    }

    /** Called when the request is complete; does nothing for a send. */
    void ended(Envelope envelope) {}

    @Override
    public void await(Envelope envelope) {
        final Envelope from = envelope == null ? new Envelope() : envelope;
        target.await(from);
        ended(from);
    }

    @Override
    public boolean test(Envelope envelope) {
        final Envelope from = envelope == null ? new Envelope() : envelope;
        final boolean isDone = target.test(from);
        if (isDone) {
            ended(from);
        }
        messages.drain();
        return isDone;
    }

    @Override
    public boolean cancel() {
        return target.cancel();
    }

    @Override
    public void start() {
        target.start();
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
        return pauseOf(target, turn);
    }
}
