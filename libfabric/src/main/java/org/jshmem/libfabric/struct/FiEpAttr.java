package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes of an endpoint: {@code struct fi_ep_attr}; see {@code fi_getinfo(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public class FiEpAttr extends Structure {
    private static final List<String> ORDER = List.of(
            "type",
            "protocol",
            "protocol_version",
            "max_msg_size",
            "msg_prefix_size",
            "max_order_raw_size",
            "max_order_war_size",
            "max_order_waw_size",
            "mem_tag_format",
            "tx_ctx_cnt",
            "rx_ctx_cnt",
            "auth_key_size",
            "auth_key");

    /** {@code type}. */
    public int type;

    /** {@code protocol}. */
    public int protocol;

    /** {@code protocol_version}. */
    public int protocol_version;

    /** {@code max_msg_size}. */
    public long max_msg_size;

    /** {@code msg_prefix_size}. */
    public long msg_prefix_size;

    /** {@code max_order_raw_size}. */
    public long max_order_raw_size;

    /** {@code max_order_war_size}. */
    public long max_order_war_size;

    /** {@code max_order_waw_size}. */
    public long max_order_waw_size;

    /** {@code mem_tag_format}. */
    public long mem_tag_format;

    /** {@code tx_ctx_cnt}. */
    public long tx_ctx_cnt;

    /** {@code rx_ctx_cnt}. */
    public long rx_ctx_cnt;

    /** {@code auth_key_size}. */
    public long auth_key_size;

    /** {@code auth_key}. */
    public Pointer auth_key;

    /** Allocates memory, all zero. */
    public FiEpAttr() {}

    /**
     * Wraps existing memory.
     *
     * @param memory its address
     */
    public FiEpAttr(Pointer memory) {
        super(memory);
    }

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }

    /** For members that point to this structure. */
    public static final class ByReference extends FiEpAttr implements Structure.ByReference {
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
