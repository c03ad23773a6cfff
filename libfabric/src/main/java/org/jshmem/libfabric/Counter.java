package org.jshmem.libfabric;

import com.sun.jna.Pointer;
import java.lang.foreign.MemorySegment;
import org.jshmem.libfabric.ffm.Calls;

/** Counts completed operations; see {@code fi_cntr(3)}. */
public final class Counter extends Fid {
    private final MemorySegment read;
    private final MemorySegment readErrors;

    Counter(Libfabric library, Pointer fid) {
        super(library, fid);
        this.read = entry(Offsets.CNTR_OPS, Offsets.OPS_CNTR_READ);
        this.readErrors = entry(Offsets.CNTR_OPS, Offsets.OPS_CNTR_READERR);
    }

    /**
     * The number of operations that have completed. With manual progress, also makes progress.
     *
     * @return never less than before
     */
    public long read() {
        return Calls.call(read, address(), 0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * The number of operations that have failed.
     *
     * @return never less than before
     */
    public long readErrors() {
        return Calls.call(readErrors, address(), 0, 0, 0, 0, 0, 0, 0);
    }
}
