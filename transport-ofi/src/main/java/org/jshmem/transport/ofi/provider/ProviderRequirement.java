package org.jshmem.transport.ofi.provider;

import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;

/** What a provider has to have, one thing after the other. */
public enum ProviderRequirement {
    /** One endpoint to many. */
    UNCONNECTED("endpoints without connections (FI_EP_RDM)") {
        @Override
        void ask(FiInfo hints) {
            hints.mode = Fi.CONTEXT | Fi.CONTEXT2;
            hints.ep_attr.type = Fi.EP_RDM;
            hints.domain_attr.mr_mode =
                    Fi.MR_LOCAL | Fi.MR_VIRT_ADDR | Fi.MR_ALLOCATED | Fi.MR_PROV_KEY | Fi.MR_ENDPOINT | Fi.MR_RMA_EVENT;
        }
    },
    /** Transfers and messages. */
    TRANSFERS("remote memory access and messages (FI_RMA, FI_MSG)") {
        @Override
        void ask(FiInfo hints) {
            hints.caps = Fi.RMA | Fi.MSG;
        }
    },
    /** Messages of a PE in their order. */
    ORDER("messages in order (FI_ORDER_SAS)") {
        @Override
        void ask(FiInfo hints) {
            hints.tx_attr.msg_order = Fi.ORDER_SAS;
            hints.rx_attr.msg_order = Fi.ORDER_SAS;
        }
    },
    /** A completion is a delivery. */
    DELIVERY("completion on delivery (FI_DELIVERY_COMPLETE)") {
        @Override
        void ask(FiInfo hints) {
            hints.tx_attr.op_flags = Fi.DELIVERY_COMPLETE;
        }
    },
    /** Any thread may call, and queues that are full are waited for. */
    THREADS("calls by any thread and flow control (FI_THREAD_SAFE, FI_RM_ENABLED, FI_AV_TABLE)") {
        @Override
        void ask(FiInfo hints) {
            hints.domain_attr.av_type = Fi.AV_TABLE;
            hints.domain_attr.threading = Fi.THREAD_SAFE;
            hints.domain_attr.resource_mgmt = Fi.RM_ENABLED;
        }
    };

    private final String text;

    ProviderRequirement(String text) {
        this.text = text;
    }

    /** Adds itself to what is asked for. */
    abstract void ask(FiInfo hints);

    /** For messages. */
    public String text() {
        return text;
    }
}
