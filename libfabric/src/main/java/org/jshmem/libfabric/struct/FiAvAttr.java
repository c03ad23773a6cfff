package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes with which an address vector is opened: {@code struct fi_av_attr}; see {@code fi_av(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public final class FiAvAttr extends Structure {
    private static final List<String> ORDER =
            List.of("type", "rx_ctx_bits", "count", "ep_per_node", "name", "map_addr", "flags");

    /** {@code type}. */
    public int type;

    /** {@code rx_ctx_bits}. */
    public int rx_ctx_bits;

    /** {@code count}. */
    public long count;

    /** {@code ep_per_node}. */
    public long ep_per_node;

    /** {@code name}. */
    public Pointer name;

    /** {@code map_addr}. */
    public Pointer map_addr;

    /** {@code flags}. */
    public long flags;

    /** Allocates memory, all zero. */
    public FiAvAttr() {}

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }
}
