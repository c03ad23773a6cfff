package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes of a domain: {@code struct fi_domain_attr}; see {@code fi_getinfo(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public class FiDomainAttr extends Structure {
    private static final List<String> ORDER = List.of(
            "domain",
            "name",
            "threading",
            "control_progress",
            "data_progress",
            "resource_mgmt",
            "av_type",
            "mr_mode",
            "mr_key_size",
            "cq_data_size",
            "cq_cnt",
            "ep_cnt",
            "tx_ctx_cnt",
            "rx_ctx_cnt",
            "max_ep_tx_ctx",
            "max_ep_rx_ctx",
            "max_ep_stx_ctx",
            "max_ep_srx_ctx",
            "cntr_cnt",
            "mr_iov_limit",
            "caps",
            "mode",
            "auth_key",
            "auth_key_size",
            "max_err_data",
            "mr_cnt",
            "tclass");

    /** {@code domain}. */
    public Pointer domain;

    /** {@code name}. */
    public Pointer name;

    /** {@code threading}. */
    public int threading;

    /** {@code control_progress}. */
    public int control_progress;

    /** {@code data_progress}. */
    public int data_progress;

    /** {@code resource_mgmt}. */
    public int resource_mgmt;

    /** {@code av_type}. */
    public int av_type;

    /** {@code mr_mode}. */
    public int mr_mode;

    /** {@code mr_key_size}. */
    public long mr_key_size;

    /** {@code cq_data_size}. */
    public long cq_data_size;

    /** {@code cq_cnt}. */
    public long cq_cnt;

    /** {@code ep_cnt}. */
    public long ep_cnt;

    /** {@code tx_ctx_cnt}. */
    public long tx_ctx_cnt;

    /** {@code rx_ctx_cnt}. */
    public long rx_ctx_cnt;

    /** {@code max_ep_tx_ctx}. */
    public long max_ep_tx_ctx;

    /** {@code max_ep_rx_ctx}. */
    public long max_ep_rx_ctx;

    /** {@code max_ep_stx_ctx}. */
    public long max_ep_stx_ctx;

    /** {@code max_ep_srx_ctx}. */
    public long max_ep_srx_ctx;

    /** {@code cntr_cnt}. */
    public long cntr_cnt;

    /** {@code mr_iov_limit}. */
    public long mr_iov_limit;

    /** {@code caps}. */
    public long caps;

    /** {@code mode}. */
    public long mode;

    /** {@code auth_key}. */
    public Pointer auth_key;

    /** {@code auth_key_size}. */
    public long auth_key_size;

    /** {@code max_err_data}. */
    public long max_err_data;

    /** {@code mr_cnt}. */
    public long mr_cnt;

    /** {@code tclass}. */
    public int tclass;

    /** Allocates memory, all zero. */
    public FiDomainAttr() {}

    /**
     * Wraps existing memory.
     *
     * @param memory its address
     */
    public FiDomainAttr(Pointer memory) {
        super(memory);
    }

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }

    /** For members that point to this structure. */
    public static final class ByReference extends FiDomainAttr implements Structure.ByReference {
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
