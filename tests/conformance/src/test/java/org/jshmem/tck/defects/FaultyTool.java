package org.jshmem.tck.defects;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code faulty}, on the class path of this module's tests only; without a planted defect it changes nothing.
 */
public final class FaultyTool extends ShmemTool {
    /** Called by the service loader. */
    public FaultyTool() {}

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new FaultyProvider(runtime);
    }
}
