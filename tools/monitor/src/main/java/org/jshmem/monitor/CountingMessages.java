package org.jshmem.monitor;

import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Operation;

/** Counts messages, by the target's number in the job. */
final class CountingMessages extends ForwardingMessages {
    private final CountingProvider provider;
    private final int[] jobPes;

    CountingMessages(MessageKernel target, int[] jobPes, CountingProvider provider) {
        super(target);
        this.provider = provider;
        this.jobPes = jobPes;
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        provider.counts().begin(operation);
        return 0;
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        provider.counts().end(operation, pe == Operation.NO_PE ? pe : jobPes[pe], bytes);
    }
}
