package org.jshmem.spi;

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
    protected void uncounted(int pe, int tag, boolean isSend) {
        if (pe < jobPes.length) {
            observer.uncounted(pe < 0 ? Operation.NO_PE : jobPes[pe], team, Math.max(tag, -1), isSend);
        }
    }
}
