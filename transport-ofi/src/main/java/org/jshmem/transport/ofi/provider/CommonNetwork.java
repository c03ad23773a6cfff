package org.jshmem.transport.ofi.provider;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jshmem.ShmemException;

/**
 * Finds what all PEs can use: a network that all are on, or else a provider and address format that all have.
 *
 * <p>A network on which two hosts have one address, as {@code docker0} as a rule has on every host, does not connect
 * them, whatever its name says: it is left out. PEs of one host may share an address.
 *
 * <p>An offer is text with a line for each name, in order of preference; after the name of a network a tab and this
 * PE's address there, if it is known.
 */
final class CommonNetwork {
    private static final String LINE = "\n";

    /** Ends the name of a network in a line of an offer; the name itself has one tab. */
    private static final char ADDRESS = '\t';

    /** By PE, the names that it offers, each with its address; empty if there is none. */
    private final List<Map<String, String>> offers;

    /** Networks that do not connect, each with the reason. */
    private final Map<String, String> unusable = new TreeMap<>();

    /**
     * Compares offers.
     *
     * @param hosts by PE, what PEs of one host have in common
     * @param offers by PE, what {@link #offer} gave
     */
    CommonNetwork(byte[][] hosts, byte[][] offers) {
        this.offers = Arrays.stream(offers).map(CommonNetwork::decode).toList();
        for (String name : this.offers.getFirst().keySet()) {
            final String reason = sameAddress(name, hosts);
            if (reason != null) {
                unusable.put(name, reason);
            }
        }
    }

    /** The offer of a PE: names with their addresses, in order of preference. */
    static byte[] offer(Map<String, String> names) {
        return names.entrySet().stream()
                .map(name -> name.getKey() + (name.getValue().isEmpty() ? "" : ADDRESS + name.getValue()))
                .collect(Collectors.joining(LINE))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> decode(byte[] offer) {
        final Map<String, String> names = new LinkedHashMap<>();
        for (String line : new String(offer, StandardCharsets.UTF_8).split(LINE, -1)) {
            final int address = line.indexOf(ADDRESS, line.indexOf(ADDRESS) + 1);
            names.put(address < 0 ? line : line.substring(0, address), address < 0 ? "" : line.substring(address + 1));
        }
        return names;
    }

    /** Why a network does not connect all hosts; null if nothing is known against it. */
    private String sameAddress(String name, byte[][] hosts) {
        final Map<String, Integer> peAt = new HashMap<>();
        for (int pe = 0; pe < offers.size(); pe++) {
            final String address = offers.get(pe).getOrDefault(name, "");
            final Integer other = address.isEmpty() ? null : peAt.putIfAbsent(address, pe);
            if (other != null && !Arrays.equals(hosts[other], hosts[pe])) {
                return "PE " + other + " and PE " + pe + ", on different hosts, have the address " + address;
            }
        }
        return null;
    }

    /** Whether nothing is known against a network. */
    boolean isUsable(String network) {
        return !unusable.containsKey(network);
    }

    /** The first name of PE 0 that all PEs offer and that connects them. */
    String name() {
        for (String name : offers.getFirst().keySet()) {
            if (isUsable(name) && offers.stream().allMatch(offer -> offer.containsKey(name))) {
                return name;
            }
        }
        throw nothing();
    }

    private ShmemException nothing() {
        final Set<String> first = offers.getFirst().keySet();
        for (int pe = 1; pe < offers.size(); pe++) {
            if (Collections.disjoint(first, offers.get(pe).keySet())) {
                return new ShmemException("PE 0 and PE " + pe + " have no network in common: PE 0 has "
                        + describe(first) + ", and PE " + pe + " has "
                        + describe(offers.get(pe).keySet())
                        + "; give all PEs the same SHMEM_OFI_PROVIDER, and each an interface on a network that reaches"
                        + " the others (SHMEM_OFI_INTERFACE)");
            }
        }
        return new ShmemException("the PEs have no network that all of them share; PE 0 has " + describe(first)
                + leftOut()
                + ": set SHMEM_OFI_PROVIDER to a provider that every host has, and each SHMEM_OFI_INTERFACE to one"
                + " that reaches the others");
    }

    private String leftOut() {
        return unusable.entrySet().stream()
                .map(one -> ", without " + describe(Set.of(one.getKey())) + " where " + one.getValue())
                .collect(Collectors.joining());
    }

    private static String describe(Set<String> names) {
        return names.stream()
                .filter(name -> !name.contains("\t*"))
                .map(name -> name.replace("\t", " on "))
                .collect(Collectors.joining(", "));
    }
}
