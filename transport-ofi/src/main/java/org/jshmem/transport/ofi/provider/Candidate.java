package org.jshmem.transport.ofi.provider;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * A network that this PE could use: a provider's domain.
 *
 * @param provider name of the provider
 * @param domain name of the domain, as a rule that of the interface
 * @param fabric name of the network that the domain belongs to
 * @param format address format, as {@link Fi#SOCKADDR_IN}
 * @param reach which PEs it reaches
 */
public record Candidate(String provider, String domain, String fabric, int format, Reach reach) {
    private static final int IPV4_OFFSET = 4;
    private static final int IPV6_OFFSET = 8;
    private static final int IPV6_BYTES = 16;
    private static final int LOOPBACK_NET = 127;

    /** Which PEs a domain reaches. */
    public enum Reach {
        /** PEs on other machines. */
        NETWORK,
        /** PEs on this machine only. */
        LOOPBACK,
        /** PEs on the same link, through an interface that must be named: an IPv6 link-local address. */
        LINK
    }

    /** The candidate that an entry of libfabric's list describes. */
    public static Candidate of(FiInfo info) {
        final ProviderTraits traits = ProviderTraits.of(info);
        return new Candidate(traits.provider(), traits.domain(), traits.fabric(), info.addr_format, reach(info));
    }

    /** The address of an entry of libfabric's list as text; empty if it is none of IP. */
    static String address(FiInfo info) {
        final int bytes = info.addr_format == Fi.SOCKADDR_IN
                ? Integer.BYTES
                : info.addr_format == Fi.SOCKADDR_IN6 ? IPV6_BYTES : 0;
        if (info.src_addr == null || bytes == 0) {
            return "";
        }
        try {
            return InetAddress.getByAddress(
                            info.src_addr.getByteArray(bytes == IPV6_BYTES ? IPV6_OFFSET : IPV4_OFFSET, bytes))
                    .getHostAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError("addresses of 4 and 16 bytes are legal", e);
        }
    }

    /** The reach by the address; shared memory reaches this machine only, whatever its addresses look like. */
    private static Reach reach(FiInfo info) {
        if (info.addr_format == Fi.ADDR_STR && (info.caps & Fi.REMOTE_COMM) == 0) {
            return Reach.LOOPBACK;
        }
        if (info.src_addr == null) {
            return Reach.NETWORK;
        }
        if (info.addr_format == Fi.SOCKADDR_IN) {
            return (info.src_addr.getByte(IPV4_OFFSET) & 0xff) == LOOPBACK_NET ? Reach.LOOPBACK : Reach.NETWORK;
        }
        if (info.addr_format == Fi.SOCKADDR_IN6) {
            final byte[] address = info.src_addr.getByteArray(IPV6_OFFSET, IPV6_BYTES);
            final byte[] loopback = new byte[IPV6_BYTES];
            loopback[IPV6_BYTES - 1] = 1;
            if (Arrays.equals(address, loopback)) {
                return Reach.LOOPBACK;
            }
            return (address[0] & 0xff) == 0xfe && (address[1] & 0xc0) == 0x80 ? Reach.LINK : Reach.NETWORK;
        }
        return Reach.NETWORK;
    }

    /** What PEs must have in common to communicate on one network. */
    public String network() {
        return provider + '\t' + fabric;
    }

    /** What PEs must have in common to communicate through routers. */
    public String routed() {
        return provider + "\t*" + format;
    }

    /** The candidates as text for messages. */
    public static String list(List<Candidate> candidates) {
        return candidates.isEmpty()
                ? "nothing"
                : String.join(
                        ", ",
                        candidates.stream()
                                .map(c -> c.provider + " on " + c.domain + " (" + c.fabric + ")")
                                .distinct()
                                .toList());
    }
}
