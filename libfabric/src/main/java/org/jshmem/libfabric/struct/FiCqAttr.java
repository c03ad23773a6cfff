package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes with which a completion queue is opened: {@code struct fi_cq_attr}; see {@code fi_cq(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public final class FiCqAttr extends Structure {
    private static final List<String> ORDER =
            List.of("size", "flags", "format", "wait_obj", "signaling_vector", "wait_cond", "wait_set");

    /** {@code size}. */
    public long size;

    /** {@code flags}. */
    public long flags;

    /** {@code format}. */
    public int format;

    /** {@code wait_obj}. */
    public int wait_obj;

    /** {@code signaling_vector}. */
    public int signaling_vector;

    /** {@code wait_cond}. */
    public int wait_cond;

    /** {@code wait_set}. */
    public Pointer wait_set;

    /** Allocates memory, all zero. */
    public FiCqAttr() {}

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }
}
