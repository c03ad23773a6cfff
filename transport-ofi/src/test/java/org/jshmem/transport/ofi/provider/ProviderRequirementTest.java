package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
