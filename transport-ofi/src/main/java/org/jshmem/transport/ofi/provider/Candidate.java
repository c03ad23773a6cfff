package org.jshmem.transport.ofi.provider;

import java.util.Arrays;
import java.util.List;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * A way to communicate that this PE has.
 *
 * @param provider its provider's name
 * @param domain the interface
 * @param fabric the network that it is on
 * @param format of addresses
 * @param reach how far it reaches
 */
public record Candidate(String provider, String domain, String fabric, int format, Reach reach) {
    private static final int IPV4_OFFSET = 4;
    private static final int IPV6_OFFSET = 8;
    private static final int IPV6_BYTES = 16;
    private static final int LOOPBACK_NET = 127;

    /** How far. */
    public enum Reach {
        /** To other machines. */
        NETWORK,
        /** To this machine. */
        LOOPBACK,
        /** To neighbours, through an interface that has to be named. */
        LINK
    }

    /** What libfabric says of a provider's domain. */
    public static Candidate of(FiInfo info) {
        final ProviderTraits traits = ProviderTraits.of(info);
        return new Candidate(traits.provider(), traits.domain(), traits.fabric(), info.addr_format, reach(info));
    }

    /** Memory that is shared is no network, whatever its addresses look like. */
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

    /** What PEs have to have in common to reach one another on the same network. */
    public String network() {
        return provider + '\t' + fabric;
    }

    /** What they have to have in common to reach one another through routers. */
    public String routed() {
        return provider + "\t*" + format;
    }

    /** For messages. */
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
