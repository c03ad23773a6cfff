package org.jshmem.shell;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/** The tool {@code shell}, by which {@code shmemrun --shell} interrupts snippets that wait in the library. */
public final class ShellTool extends ShmemTool {
    /** Called by the service loader. */
    public ShellTool() {}

    @Override
    public String name() {
        return "shell";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new InterruptibleProvider(runtime, CollectiveLog.OF_PE);
    }
}
