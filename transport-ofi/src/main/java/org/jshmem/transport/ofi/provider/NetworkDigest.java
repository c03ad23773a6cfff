package org.jshmem.transport.ofi.provider;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * The networks of a PE in a few bytes. PEs that have the same networks, as on a cluster whose hosts are alike, choose
 * one of them without exchanging names; {@link CommonNetwork} does where they differ.
 *
 * <p>A digest is a 64-bit hash of all candidates in libfabric's order, and for each network that reaches other machines
 * a 64-bit hash of this PE's address there, 0 if it is not known. So a network is left out on which two hosts have one
 * address, as by {@link CommonNetwork}.
 *
 * <p>Any thread may call.
 */
public final class NetworkDigest {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private NetworkDigest() {}

    /** The digest of what libfabric lists for this PE. */
    public static byte[] of(InfoList infos, OfiSettings settings) {
        final List<Candidate> candidates = new ArrayList<>();
        final List<String> addresses = new ArrayList<>();
        for (FiInfo info : ProviderChoice.offering(infos)) {
            candidates.add(Candidate.of(info));
            addresses.add(Candidate.address(info));
        }
        return of(candidates, addresses, settings);
    }

    static byte[] of(List<Candidate> candidates, List<String> addresses, OfiSettings settings) {
        long names = FNV_OFFSET;
        final Map<String, Long> known = new LinkedHashMap<>();
        for (int i = 0; i < candidates.size(); i++) {
            final Candidate candidate = candidates.get(i);
            final boolean isForMachines = ProviderChoice.isWanted(candidate, settings, false);
            final boolean isForOne = ProviderChoice.isWanted(candidate, settings, true);
            names = hash(names, candidate.network());
            names = hash(names, candidate.routed());
            names = hash(names, candidate.reach() + " " + isForMachines + " " + isForOne);
            if (isForMachines) {
                final String address = addresses.get(i);
                known.putIfAbsent(candidate.network(), address.isEmpty() ? 0 : hash(FNV_OFFSET, address));
            }
        }
        final ByteBuffer digest = ByteBuffer.allocate((1 + known.size()) * Long.BYTES);
        digest.putLong(names);
        known.values().forEach(digest::putLong);
        return digest.array();
    }

    /** FNV-1a, of characters. */
    private static long hash(long start, String text) {
        long hash = start;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return (hash ^ '\n') * FNV_PRIME;
    }

    /**
     * Whether all PEs have the same candidates.
     *
     * @param digests by PE
     */
    static boolean agree(byte[][] digests) {
        return Arrays.stream(digests)
                .allMatch(digest -> digest.length > 0 && digests[0].length > 0 && names(digest) == names(digests[0]));
    }

    private static long names(byte[] digest) {
        return ByteBuffer.wrap(digest).getLong();
    }

    /**
     * The networks that do not connect the hosts, as two of them have one address there.
     *
     * @param candidates of this PE, in the order of its digest
     * @param hosts by PE, what PEs of one host have in common
     * @param digests by PE; they {@link #agree}
     */
    static Set<String> unusable(List<Candidate> candidates, OfiSettings settings, byte[][] hosts, byte[][] digests) {
        final List<String> networks = candidates.stream()
                .filter(candidate -> ProviderChoice.isWanted(candidate, settings, false))
                .map(Candidate::network)
                .distinct()
                .toList();
        return IntStream.range(0, networks.size())
                .filter(index -> isShared(index, hosts, digests))
                .mapToObj(networks::get)
                .collect(Collectors.toSet());
    }

    /** Whether two hosts have one address on a network. */
    private static boolean isShared(int index, byte[][] hosts, byte[][] digests) {
        final Map<Long, byte[]> hostAt = new HashMap<>();
        for (int pe = 0; pe < digests.length; pe++) {
            final long address = ByteBuffer.wrap(digests[pe]).getLong((1 + index) * Long.BYTES);
            final byte[] other = address == 0 ? null : hostAt.putIfAbsent(address, hosts[pe]);
            if (other != null && !Arrays.equals(other, hosts[pe])) {
                return true;
            }
        }
        return false;
    }
}
