package org.jshmem.monitor;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code monitor}: with {@code SHMEM_TOOL=monitor}, {@code shmem-top} shows what each PE of this machine has
 * done and what it waits for. Without it nothing is counted.
 */
public final class Monitor extends ShmemTool {
    /** Called by the service loader. */
    public Monitor() {}

    @Override
    public String name() {
        return "monitor";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new CountingProvider(runtime);
    }
}
