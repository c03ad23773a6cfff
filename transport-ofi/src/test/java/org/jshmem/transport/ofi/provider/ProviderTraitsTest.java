package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Consumer;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.RmaMessage;
import org.jshmem.libfabric.struct.FiInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an entry of libfabric's list says of its provider. */
@Timeout(10)
class ProviderTraitsTest {
    private static final long MOST_BYTES = 16 << 20;

    private static ProviderTraits of(Consumer<FiInfo> change) {
        final FiInfo info = Entries.entry("tcp");
        info.tx_attr.inject_size = 64;
        info.ep_attr.max_msg_size = 1000;
        info.ep_attr.max_order_waw_size = 1000;
        info.tx_attr.iov_limit = 3;
        info.tx_attr.rma_iov_limit = 5;
        info.domain_attr.mr_key_size = 4;
        change.accept(info);
        return ProviderTraits.of(info);
    }

    private static ProviderTraits withMode(int mode) {
        return of(info -> info.domain_attr.mr_mode = mode);
    }

    private static ProviderTraits withOrder(long sent, long received) {
        return of(info -> {
            info.tx_attr.msg_order = sent;
            info.rx_attr.msg_order = received;
        });
    }

    @Test
    void shouldTakeNothingForGranted() {
        assertEquals(
                new ProviderTraits(
                        "tcp", "?", "?", 64, 1000, 3, false, false, false, false, false, false, false, 4, true),
                of(_ -> {}));
    }

    @Test
    void shouldHaveTheNamesOfTheEntry() {
        final ProviderTraits traits = of(info -> {
            info.domain_attr.name = Entries.text("eth0");
            info.fabric_attr.name = Entries.text("10.0.0.0/24");
        });
        assertEquals("eth0", traits.domain());
        assertEquals("10.0.0.0/24", traits.fabric());
    }

    /** Of sizes that are larger than a long, too. */
    @Test
    void shouldLimitSizes() {
        for (long size : new long[] {-1, Long.MAX_VALUE, 1L << 40, MOST_BYTES + 1, MOST_BYTES}) {
            assertEquals(
                    MOST_BYTES, of(info -> info.ep_attr.max_msg_size = size).mostBytes());
            assertEquals(4096, of(info -> info.tx_attr.inject_size = size).injectBytes());
        }
        assertEquals(
                MOST_BYTES - 1,
                of(info -> info.ep_attr.max_msg_size = MOST_BYTES - 1).mostBytes());
        assertEquals(4095, of(info -> info.tx_attr.inject_size = 4095).injectBytes());
        assertEquals(0, of(info -> info.tx_attr.inject_size = 0).injectBytes());
    }

    @ParameterizedTest
    @CsvSource({"3, 5, 3", "5, 4, 4", "0, 5, 1", "1, 1, 1", "-1, 7, 7", "-1, -1, 8", "9, 9, 8"})
    void shouldTransferAsManyPiecesAsBothSidesTake(long here, long there, int pieces) {
        assertEquals(8, RmaMessage.MOST_PIECES);
        final ProviderTraits traits = of(info -> {
            info.tx_attr.iov_limit = here;
            info.tx_attr.rma_iov_limit = there;
        });
        assertEquals(pieces, traits.mostPieces());
    }

    @Test
    void shouldRelyOnOrderOnlyWhereBothSidesKeepIt() {
        for (long order : new long[] {Fi.ORDER_WAW, Fi.ORDER_RMA_WAW}) {
            assertEquals(true, withOrder(order, order).orderedWrites());
            assertEquals(false, withOrder(order, 0).orderedWrites());
            assertEquals(false, withOrder(0, order).orderedWrites());
            assertEquals(false, withOrder(order, order).orderedSends());
        }
        assertEquals(true, withOrder(Fi.ORDER_SAW, Fi.ORDER_SAW).orderedSends());
        assertEquals(false, withOrder(Fi.ORDER_SAW, ~Fi.ORDER_SAW).orderedSends());
        assertEquals(false, withOrder(Fi.ORDER_SAW, Fi.ORDER_SAW).orderedWrites());
        assertEquals(false, withOrder(Fi.ORDER_SAS, Fi.ORDER_SAS).orderedSends());
    }

    /** A write is as large as JSHMEM makes it. */
    @ParameterizedTest
    @CsvSource({
        "1000, 1000, true",
        "1000, 999, false",
        "-1, -1, true",
        "-1, 16777216, true",
        "-1, 16777215, false",
    })
    void shouldRelyOnTheOrderOfWritesOfAnySize(long largest, long ordered, boolean isOrdered) {
        final ProviderTraits traits = of(info -> {
            info.tx_attr.msg_order = Fi.ORDER_WAW;
            info.rx_attr.msg_order = Fi.ORDER_WAW;
            info.ep_attr.max_msg_size = largest;
            info.ep_attr.max_order_waw_size = ordered;
        });
        assertEquals(isOrdered, traits.orderedWrites());
    }

    @Test
    void shouldRegisterMemoryAsTheModeSays() {
        final int all =
                Fi.MR_LOCAL | Fi.MR_ALLOCATED | Fi.MR_PROV_KEY | Fi.MR_VIRT_ADDR | Fi.MR_ENDPOINT | Fi.MR_RMA_EVENT;
        final ProviderTraits none = withMode(0);
        final ProviderTraits every = withMode(all);
        for (int mode :
                new int[] {0, Fi.MR_LOCAL, Fi.MR_ALLOCATED, Fi.MR_PROV_KEY, Fi.MR_VIRT_ADDR, Fi.MR_ENDPOINT, all}) {
            final ProviderTraits traits = withMode(mode);
            assertEquals((mode & Fi.MR_LOCAL) != 0, traits.localRegistration());
            assertEquals((mode & Fi.MR_ALLOCATED) != 0, traits.pinsMemory());
            assertEquals((mode & Fi.MR_PROV_KEY) != 0, traits.choosesKeys());
            assertEquals((mode & Fi.MR_VIRT_ADDR) != 0, traits.virtualAddresses());
            assertEquals((mode & Fi.MR_ENDPOINT) != 0, traits.endpointRegistration());
        }
        assertEquals(none.keyBytes(), every.keyBytes());
    }

    @Test
    void shouldKeepEndpointsOverSharedMemoryOpen() {
        assertEquals(false, of(info -> info.addr_format = Fi.ADDR_STR).endpointsComeAndGo());
        assertEquals(true, of(info -> info.addr_format = Fi.SOCKADDR_IN).endpointsComeAndGo());
    }
}
