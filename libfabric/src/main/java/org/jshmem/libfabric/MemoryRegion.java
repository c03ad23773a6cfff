package org.jshmem.libfabric;

import com.sun.jna.Pointer;

/** Registered memory; see {@code fi_mr(3)}. */
public final class MemoryRegion extends Fid {
    private final long descriptor;
    private final long key;

    MemoryRegion(Libfabric library, Pointer fid) {
        super(library, fid);
        this.descriptor = fid.getLong(Offsets.MR_MEM_DESC);
        this.key = fid.getLong(Offsets.MR_KEY);
    }

    /**
     * What local operations on this memory pass along.
     *
     * @return {@code fi_mr_desc}
     */
    public long descriptor() {
        return descriptor;
    }

    /**
     * What others need to reach this memory.
     *
     * @return {@code fi_mr_key}
     */
    public long key() {
        return key;
    }
}
