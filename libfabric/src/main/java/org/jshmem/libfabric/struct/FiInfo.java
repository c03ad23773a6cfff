package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** A network that is listed, or hints that request one: {@code struct fi_info}; see {@code fi_getinfo(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public final class FiInfo extends Structure {
    private static final List<String> ORDER = List.of(
            "next",
            "caps",
            "mode",
            "addr_format",
            "src_addrlen",
            "dest_addrlen",
            "src_addr",
            "dest_addr",
            "handle",
            "tx_attr",
            "rx_attr",
            "ep_attr",
            "domain_attr",
            "fabric_attr",
            "nic");

    /** {@code next}. */
    public Pointer next;

    /** {@code caps}. */
    public long caps;

    /** {@code mode}. */
    public long mode;

    /** {@code addr_format}. */
    public int addr_format;

    /** {@code src_addrlen}. */
    public long src_addrlen;

    /** {@code dest_addrlen}. */
    public long dest_addrlen;

    /** {@code src_addr}. */
    public Pointer src_addr;

    /** {@code dest_addr}. */
    public Pointer dest_addr;

    /** {@code handle}. */
    public Pointer handle;

    /** {@code tx_attr}. */
    public FiTxAttr.ByReference tx_attr;

    /** {@code rx_attr}. */
    public FiRxAttr.ByReference rx_attr;

    /** {@code ep_attr}. */
    public FiEpAttr.ByReference ep_attr;

    /** {@code domain_attr}. */
    public FiDomainAttr.ByReference domain_attr;

    /** {@code fabric_attr}. */
    public FiFabricAttr.ByReference fabric_attr;

    /** {@code nic}. */
    public Pointer nic;

    /** Allocates memory, all zero. */
    public FiInfo() {}

    /**
     * Wraps existing memory.
     *
     * @param memory its address
     */
    public FiInfo(Pointer memory) {
        super(memory);
        read();
    }

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }
}
