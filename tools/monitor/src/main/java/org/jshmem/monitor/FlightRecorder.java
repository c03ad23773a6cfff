package org.jshmem.monitor;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code jfr}: with {@code SHMEM_TOOL=jfr}, recordings of JDK Flight Recorder have an {@link OperationEvent}
 * for each operation that has waited for other PEs for a millisecond or more.
 */
public final class FlightRecorder extends ShmemTool {
    /** Called by the service loader. */
    public FlightRecorder() {}

    @Override
    public String name() {
        return "jfr";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new RecordingProvider(runtime);
    }
}
