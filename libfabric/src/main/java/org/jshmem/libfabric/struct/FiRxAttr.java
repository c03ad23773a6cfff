package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes of a receive context: {@code struct fi_rx_attr}; see {@code fi_getinfo(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public class FiRxAttr extends Structure {
    private static final List<String> ORDER =
            List.of("caps", "mode", "op_flags", "msg_order", "comp_order", "total_buffered_recv", "size", "iov_limit");

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

    /** {@code total_buffered_recv}. */
    public long total_buffered_recv;

    /** {@code size}. */
    public long size;

    /** {@code iov_limit}. */
    public long iov_limit;

    /** Allocates memory, all zero. */
    public FiRxAttr() {}

    /**
     * Wraps existing memory.
     *
     * @param memory its address
     */
    public FiRxAttr(Pointer memory) {
        super(memory);
    }

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }

    /** For members that point to this structure. */
    public static final class ByReference extends FiRxAttr implements Structure.ByReference {
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
