package org.jshmem.trace;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code trace}: with {@code SHMEM_TOOL=trace} and {@code SHMEM_TRACE=job.pftrace}, the job writes what all
 * PEs did over time, and which operation ended which wait.
 */
public final class Trace extends ShmemTool {
    /** Called by the service loader. */
    public Trace() {}

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        final TracingProvider provider = new TracingProvider(runtime, TraceSettings.ofProcess());
        provider.worldTeam(); // the first teams have the same numbers everywhere
        provider.sharedTeam();
        return provider;
    }
}
