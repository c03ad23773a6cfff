package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.libfabric.struct.FiRxAttr;
import org.jshmem.libfabric.struct.FiTxAttr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries that a provider lists for hints that ask for all requirements. */
@Timeout(10)
class ProviderRequirementTest {
    private static FiInfo entry(long sent, long received) {
        final FiInfo info = new FiInfo();
        info.tx_attr = new FiTxAttr.ByReference();
        info.rx_attr = new FiRxAttr.ByReference();
        info.tx_attr.msg_order = sent;
        info.rx_attr.msg_order = received;
        return info;
    }

    /** As opx lists itself. */
    @Test
    void shouldNotTakeAHintForAPromiseOfOrder() {
        assertEquals(false, ProviderRequirement.areMet(entry(0, 0)));
        assertEquals(false, ProviderRequirement.areMet(entry(Fi.ORDER_SAS, 0)), "the receiver reorders");
        assertEquals(false, ProviderRequirement.areMet(entry(Fi.ORDER_WAW, Fi.ORDER_WAW)));
        assertEquals(true, ProviderRequirement.areMet(entry(Fi.ORDER_SAS, Fi.ORDER_SAS | Fi.ORDER_WAW)));
    }

    private static FiInfo hints(int requirements) {
        final FiInfo hints = Entries.entry("tcp");
        for (int i = 0; i < requirements; i++) {
            ProviderRequirement.values()[i].ask(hints);
        }
        return hints;
    }

    @Test
    void shouldAskForOneAfterTheOther() {
        final FiInfo[] asked = new FiInfo[6];
        Arrays.setAll(asked, ProviderRequirementTest::hints);
        assertEquals(0, asked[0].ep_attr.type);
        assertEquals(Fi.EP_RDM, asked[1].ep_attr.type);
        assertEquals(Fi.CONTEXT | Fi.CONTEXT2, asked[1].mode);
        assertEquals(
                Fi.MR_LOCAL | Fi.MR_VIRT_ADDR | Fi.MR_ALLOCATED | Fi.MR_PROV_KEY | Fi.MR_ENDPOINT | Fi.MR_RMA_EVENT,
                asked[1].domain_attr.mr_mode);
        assertEquals(0, asked[1].caps);
        assertEquals(Fi.RMA | Fi.MSG, asked[2].caps);
        assertEquals(0, asked[2].tx_attr.msg_order | asked[2].rx_attr.msg_order);
        assertEquals(Fi.ORDER_SAS, asked[3].tx_attr.msg_order);
        assertEquals(Fi.ORDER_SAS, asked[3].rx_attr.msg_order);
        assertEquals(0, asked[3].tx_attr.op_flags);
        assertEquals(Fi.DELIVERY_COMPLETE, asked[4].tx_attr.op_flags);
        assertEquals(0, asked[4].domain_attr.threading);
        assertEquals(Fi.AV_TABLE, asked[5].domain_attr.av_type);
        assertEquals(Fi.THREAD_SAFE, asked[5].domain_attr.threading);
        assertEquals(Fi.RM_ENABLED, asked[5].domain_attr.resource_mgmt);
        assertEquals(5, ProviderRequirement.values().length);
    }

    @Test
    void shouldSayWhatItIs() {
        assertEquals("messages in order (FI_ORDER_SAS)", ProviderRequirement.ORDER.text());
        assertEquals("completion on delivery (FI_DELIVERY_COMPLETE)", ProviderRequirement.DELIVERY.text());
    }
}
