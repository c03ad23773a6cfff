package org.jshmem.spi;

/** Tells an {@link ObservingProvider} of the messages of a team. */
final class ObservingMessages extends ForwardingMessages {
    private final int[] jobPes;
    private final ObservingProvider observer;

    /** @param jobPes the numbers in the job of the team's PEs */
    ObservingMessages(MessageKernel target, int[] jobPes, ObservingProvider observer) {
        super(target);
        this.jobPes = jobPes;
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
}
