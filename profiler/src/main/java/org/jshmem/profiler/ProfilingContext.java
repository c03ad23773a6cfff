package org.jshmem.profiler;

import org.jshmem.ForwardingContext;
import org.jshmem.ShmemContext;
import org.jshmem.spi.Operation;

/** Counts what goes through a context. */
final class ProfilingContext extends ForwardingContext {
    private final ProfilingProvider profiler;

    ProfilingContext(ShmemContext target, ProfilingProvider profiler) {
        super(target);
        this.profiler = profiler;
    }

    @Override
    protected long before(Operation operation, int pe, long bytes) {
        return profiler.begin();
    }

    @Override
    protected void after(Operation operation, int pe, long bytes, long token) {
        profiler.end(operation, pe, bytes, token);
    }
}
