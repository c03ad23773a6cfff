package org.jshmem.profiler;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code profile}.
 *
 * <p>{@code pcontrol(0)} stops counting on this PE, {@code pcontrol(1)} goes on, {@code pcontrol(2)} also prints what
 * this PE has counted so far. The communication matrix goes to {@code communication.svg} in the working directory of PE
 * 0.
 */
public final class Profiler extends ShmemTool {
    /** Called by the service loader. */
    public Profiler() {}

    @Override
    public String name() {
        return "profile";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new ProfilingProvider(runtime);
    }
}
