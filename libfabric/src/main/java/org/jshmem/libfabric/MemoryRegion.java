package org.jshmem.libfabric;

import com.sun.jna.Pointer;

/** A region of registered memory; see {@code fi_mr(3)}. */
public final class MemoryRegion extends Fid {
    private final long descriptor;

    MemoryRegion(Libfabric library, Pointer fid) {
        super(library, fid);
        this.descriptor = fid.getLong(Offsets.MR_MEM_DESC);
    }

    /**
     * The descriptor that local operations on this memory pass.
     *
     * @return {@code fi_mr_desc}
     */
    public long descriptor() {
        return descriptor;
    }

    /**
     * The key that peers need to access this memory. A provider that chooses keys and wants regions to be enabled may
     * choose only then.
     *
     * @return {@code fi_mr_key}
     */
    public long key() {
        return pointer().getLong(Offsets.MR_KEY);
    }
}
