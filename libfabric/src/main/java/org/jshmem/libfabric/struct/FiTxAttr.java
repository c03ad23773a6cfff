package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes of a transmit context: {@code struct fi_tx_attr}; see {@code fi_getinfo(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public class FiTxAttr extends Structure {
    private static final List<String> ORDER = List.of(
            "caps",
            "mode",
            "op_flags",
            "msg_order",
            "comp_order",
            "inject_size",
            "size",
            "iov_limit",
            "rma_iov_limit",
            "tclass");

    /** {@code caps}. */
    public long caps;

    /** {@code mode}. */
    public long mode;

    /** {@code op_flags}. */
    public long op_flags;

    /** {@code msg_order}. */
    public long msg_order;

    /** {@code comp_order}. */
    public long comp_order;

    /** {@code inject_size}. */
    public long inject_size;

    /** {@code size}. */
    public long size;

    /** {@code iov_limit}. */
    public long iov_limit;

    /** {@code rma_iov_limit}. */
    public long rma_iov_limit;

    /** {@code tclass}. */
    public int tclass;

    /** Allocates memory, all zero. */
    public FiTxAttr() {}

    /**
     * Wraps existing memory.
     *
     * @param memory its address
     */
    public FiTxAttr(Pointer memory) {
        super(memory);
    }

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }

    /** For members that point to this structure. */
    public static final class ByReference extends FiTxAttr implements Structure.ByReference {
        /** Called by JNA. */
        public ByReference() {}

        /**
         * Called by JNA.
         *
         * @param memory its address
         */
        public ByReference(Pointer memory) {
            super(memory);
        }
    }
}
