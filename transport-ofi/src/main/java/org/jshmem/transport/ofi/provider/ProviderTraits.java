package org.jshmem.transport.ofi.provider;

import java.util.regex.Pattern;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.RmaMessage;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.libfabric.struct.FiTxAttr;

/**
 * The properties of a provider's domain that JSHMEM uses.
 *
 * @param provider name of the provider
 * @param domain name of the domain
 * @param fabric name of the network
 * @param injectBytes largest transfer that it injects, so that the buffer is free at once
 * @param mostBytes largest transfer that JSHMEM requests
 * @param mostPieces the most pieces of memory of one transfer, on either side
 * @param orderedWrites whether a write is delivered after earlier writes to the same PE
 * @param orderedSends whether a message is processed after earlier writes to the same PE
 * @param localRegistration whether local buffers must be registered
 * @param pinsMemory whether all of a registered range takes physical memory
 * @param choosesKeys whether the provider chooses the keys of registered memory, and not its user
 * @param virtualAddresses whether remote memory is named by its address, and not by an offset
 * @param endpointRegistration whether registered memory must be bound to an endpoint
 * @param keyBytes size of a key
 * @param endpointsComeAndGo whether an endpoint may be closed while its peers are running. Endpoints over shared memory
 *     ({@code FI_ADDR_STR}), which do not connect, may not: in libfabric 1.17 the peer still accesses their memory, and
 *     crashes
 */
public record ProviderTraits(
        String provider,
        String domain,
        String fabric,
        int injectBytes,
        long mostBytes,
        int mostPieces,
        boolean orderedWrites,
        boolean orderedSends,
        boolean localRegistration,
        boolean pinsMemory,
        boolean choosesKeys,
        boolean virtualAddresses,
        boolean endpointRegistration,
        int keyBytes,
        boolean endpointsComeAndGo) {
    /** Larger transfers are not faster, and each completion is a sign of life. */
    private static final long MOST_BYTES = 16 << 20;

    /** Largest inject size that JSHMEM uses. */
    public static final int MOST_INJECT_BYTES = 4096;

    private static final Pattern OVER_TCP = Pattern.compile("(tcp|net|sockets)\\b");

    /** The traits of an entry of libfabric's list. */
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
                pieces(info.tx_attr),
                (order & (Fi.ORDER_WAW | Fi.ORDER_RMA_WAW)) != 0
                        && unsigned(info.ep_attr.max_order_waw_size) >= Math.min(unsigned(most), MOST_BYTES),
                (order & Fi.ORDER_SAW) != 0,
                (mode & Fi.MR_LOCAL) != 0,
                (mode & Fi.MR_ALLOCATED) != 0,
                (mode & Fi.MR_PROV_KEY) != 0,
                (mode & Fi.MR_VIRT_ADDR) != 0,
                (mode & Fi.MR_ENDPOINT) != 0,
                (int) info.domain_attr.mr_key_size,
                info.addr_format != Fi.ADDR_STR);
    }

    /**
     * Whether the provider refuses an operation only for lack of a connection, if no request is under way to that PE. A
     * provider over TCP has a long queue for each connection. Another one may have one queue for all PEs, which may be
     * full, or may not connect at all.
     */
    public boolean refusesForConnections() {
        return OVER_TCP.matcher(provider).lookingAt();
    }

    private static int pieces(FiTxAttr attributes) {
        final long most = Math.min(unsigned(attributes.iov_limit), unsigned(attributes.rma_iov_limit));
        return Math.clamp(most, 1, RmaMessage.MOST_PIECES);
    }

    /** Reads a {@code size_t}; a value above the largest long becomes that. */
    private static long unsigned(long size) {
        return size < 0 ? Long.MAX_VALUE : size;
    }
}
