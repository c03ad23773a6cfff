package org.jshmem.spi;

import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/** Tells an {@link ObservingProvider} of the messages of a team. */
final class ObservingMessages extends ForwardingMessages {
    private final int[] jobPes;
    private final int team;
    private final ObservingProvider observer;

    /**
     * Watches messages.
     *
     * @param jobPes the numbers in the job of the team's PEs
     * @param team the team's number for the tool
     */
    ObservingMessages(MessageKernel target, int[] jobPes, int team, ObservingProvider observer) {
        super(target);
        this.jobPes = jobPes;
        this.team = team;
        this.observer = observer;
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        return observer.begin(operation, pe, bytes);
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        observer.end(operation, pe == Operation.NO_PE ? pe : jobPes[pe], bytes, token);
    }

    @Override
    protected void sends(int pe, int tag, long bytes) {
        if (pe >= 0 && pe < jobPes.length) {
            observer.sends(jobPes[pe], team, tag, bytes);
        }
    }

    @Override
    protected void received(int pe, int tag, long bytes) {
        if (pe >= 0 && pe < jobPes.length) {
            observer.received(jobPes[pe], team, tag, bytes);
        }
    }

    @Override
    protected Request observe(Request request, int pe, int tag, long bytes, boolean isSend) {
        if (observer.observesRequests()) {
            return new ObservedRequest(request, this, pe, tag, bytes, isSend);
        }
        if (!isSend || request.isPersistent()) {
            uncounted(pe, tag, isSend);
        }
        return request;
    }

    /** A receive by a request begins. */
    long announce(int pe, int tag) {
        if (pe >= 0 && tag >= 0 && pe < jobPes.length) {
            return observer.receives(jobPes[pe], team, tag);
        }
        uncounted(pe, tag, false);
        return ObservingProvider.UNCOUNTED;
    }

    /** It has ended. */
    void received(Envelope envelope, long announced) {
        final int pe = envelope.source();
        if (pe >= 0 && pe < jobPes.length) {
            observer.received(jobPes[pe], team, envelope.tag(), envelope.bytes(), announced);
        }
    }

    /** A request that was counted moves no message, or not yet. */
    void lostCount(int pe, int tag, boolean isSend) {
        uncounted(pe, tag, isSend);
    }

    void stillUnderWay() {
        observer.stillUnderWay();
    }

    void paused() {
        observer.paused();
    }

    @Override
    protected void uncounted(int pe, int tag, boolean isSend) {
        if (pe != Messages.PE_NONE && pe < jobPes.length) {
            observer.uncounted(pe < 0 ? Operation.NO_PE : jobPes[pe], team, Math.max(tag, -1), isSend);
        }
    }
}
