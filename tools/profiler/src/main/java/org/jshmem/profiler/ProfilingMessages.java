package org.jshmem.profiler;

import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Operation;

/** Counts messages, by the target's number in the job. */
final class ProfilingMessages extends ForwardingMessages {
    private final ProfilingProvider profiler;
    private final int[] jobPes;

    ProfilingMessages(MessageKernel target, int[] jobPes, ProfilingProvider profiler) {
        super(target);
        this.profiler = profiler;
        this.jobPes = jobPes;
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        return profiler.begin();
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        profiler.end(operation, pe == Operation.NO_PE ? pe : jobPes[pe], bytes, token);
    }
}
