package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes with which a counter is opened: {@code struct fi_cntr_attr}; see {@code fi_cntr(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public final class FiCntrAttr extends Structure {
    private static final List<String> ORDER = List.of("events", "wait_obj", "wait_set", "flags");

    /** {@code events}. */
    public int events;

    /** {@code wait_obj}. */
    public int wait_obj;

    /** {@code wait_set}. */
    public Pointer wait_set;

    /** {@code flags}. */
    public long flags;

    /** Allocates memory, all zero. */
    public FiCntrAttr() {}

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }
}
