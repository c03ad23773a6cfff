package org.jshmem.transport.ofi.provider;

import java.util.Arrays;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;

/** The properties that JSHMEM requires of a provider, in the order in which {@link Fabrics} tests them. */
public enum ProviderRequirement {
    /** One endpoint communicates with many. */
    UNCONNECTED("endpoints without connections (FI_EP_RDM)") {
        @Override
        void ask(FiInfo hints) {
            hints.mode = Fi.CONTEXT | Fi.CONTEXT2;
            hints.ep_attr.type = Fi.EP_RDM;
            hints.domain_attr.mr_mode =
                    Fi.MR_LOCAL | Fi.MR_VIRT_ADDR | Fi.MR_ALLOCATED | Fi.MR_PROV_KEY | Fi.MR_ENDPOINT | Fi.MR_RMA_EVENT;
        }
    },
    /** Remote memory access and messages. */
    TRANSFERS("remote memory access and messages (FI_RMA, FI_MSG)") {
        @Override
        void ask(FiInfo hints) {
            hints.caps = Fi.RMA | Fi.MSG;
        }
    },
    /** The messages of a PE arrive in the order of sending. */
    ORDER("messages in order (FI_ORDER_SAS)") {
        @Override
        void ask(FiInfo hints) {
            hints.tx_attr.msg_order = Fi.ORDER_SAS;
            hints.rx_attr.msg_order = Fi.ORDER_SAS;
        }

        // Not every provider rejects hints that ask for more order than it has: opx lists itself without it.
        @Override
        boolean isMet(FiInfo info) {
            return (info.tx_attr.msg_order & info.rx_attr.msg_order & Fi.ORDER_SAS) != 0;
        }
    },
    /** An operation can complete on delivery. */
    DELIVERY("completion on delivery (FI_DELIVERY_COMPLETE)") {
        @Override
        void ask(FiInfo hints) {
            hints.tx_attr.op_flags = Fi.DELIVERY_COMPLETE;
        }
    },
    /** Any thread may call, and full queues are reported instead of overrun. */
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

    /** Adds this requirement to the hints for {@code fi_getinfo}. */
    abstract void ask(FiInfo hints);

    /** Whether an entry of the list that libfabric made for such hints has what they ask for. */
    boolean isMet(FiInfo info) {
        return true;
    }

    /** Whether an entry has all that was asked for. */
    static boolean areMet(FiInfo info) {
        return Arrays.stream(values()).allMatch(requirement -> requirement.isMet(info));
    }

    /** The requirement as text for messages. */
    public String text() {
        return text;
    }
}
