package org.jshmem.transport.ofi.provider;

import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * What matters about a provider, from its attributes.
 *
 * @param provider its name
 * @param domain the interface's name
 * @param fabric the network's name
 * @param injectBytes what it takes without needing the buffer any more
 * @param mostBytes the largest transfer to ask for
 * @param orderedWrites whether a write is delivered after the writes before it to the same PE
 * @param orderedSends whether a message is processed after the writes before it to the same PE
 * @param localRegistration whether buffers here have to be registered
 * @param virtualAddresses whether memory there is named by its address instead of an offset
 * @param providerKeys whether it chooses the keys of memory
 * @param endpointRegistration whether memory is bound to an endpoint
 * @param keyBytes the size of keys
 * @param endpointsComeAndGo whether endpoints may be closed while the process that they spoke to is still there. Those
 *     of shared memory ({@code FI_ADDR_STR}) may not: in libfabric 1.17 the other process still looks at their memory,
 *     and dies of it
 */
public record ProviderTraits(
        String provider,
        String domain,
        String fabric,
        int injectBytes,
        long mostBytes,
        boolean orderedWrites,
        boolean orderedSends,
        boolean localRegistration,
        boolean virtualAddresses,
        boolean providerKeys,
        boolean endpointRegistration,
        int keyBytes,
        boolean endpointsComeAndGo) {
    /** More at once gains nothing, and each completion is a sign of life. */
    private static final long MOST_BYTES = 16 << 20;

    /** The memory that is set aside for what is to be injected. */
    public static final int MOST_INJECT_BYTES = 4096;

    /** What libfabric says of a provider. */
    public static ProviderTraits of(FiInfo info) {
        final int mode = info.domain_attr.mr_mode;
        final long order = info.tx_attr.msg_order & info.rx_attr.msg_order;
        final long most = info.ep_attr.max_msg_size;
        return new ProviderTraits(
                info.fabric_attr.prov_name.getString(0),
                info.domain_attr.name == null ? "?" : info.domain_attr.name.getString(0),
                info.fabric_attr.name == null ? "?" : info.fabric_attr.name.getString(0),
                (int) Math.min(unsigned(info.tx_attr.inject_size), MOST_INJECT_BYTES),
                Math.min(unsigned(most), MOST_BYTES),
                (order & (Fi.ORDER_WAW | Fi.ORDER_RMA_WAW)) != 0
                        && unsigned(info.ep_attr.max_order_waw_size) >= Math.min(unsigned(most), MOST_BYTES),
                (order & Fi.ORDER_SAW) != 0,
                (mode & Fi.MR_LOCAL) != 0,
                (mode & Fi.MR_VIRT_ADDR) != 0,
                (mode & Fi.MR_PROV_KEY) != 0,
                (mode & Fi.MR_ENDPOINT) != 0,
                (int) info.domain_attr.mr_key_size,
                info.addr_format != Fi.ADDR_STR);
    }

    private static long unsigned(long size) {
        return size < 0 ? Long.MAX_VALUE : size;
    }
}
