package org.jshmem.transport.ofi.provider;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.ShmemException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * Chooses the provider and the interface of the job, the same provider on all PEs.
 *
 * <ol>
 *   <li>libfabric lists the domains that meet every {@link ProviderRequirement}, best first. Those are left out that do
 *       not promise what was asked for.
 *   <li>The settings and the reach remove some of them. Loopback is allowed only if all PEs are on one machine. There
 *       it comes first, because nobody else can connect to it.
 *   <li>Each PE publishes the networks that it is on, as a digest first, which suffices where all are on the same
 *       ({@link NetworkDigest}), and by their names where it does not. The first network of PE 0 that all PEs share is
 *       taken ({@link CommonNetwork}).
 *   <li>If no network is shared, the first provider and address format of PE 0 that all PEs have is taken, and the
 *       network has to route.
 * </ol>
 */
public final class ProviderChoice implements AutoCloseable {
    private final OfiSettings settings;
    private final InfoList infos;

    /** The entries of {@link #candidates}, in the same order. */
    private final List<FiInfo> entries = new ArrayList<>();

    /** What offers all that is required, in libfabric's order. */
    private final List<Candidate> all = new ArrayList<>();

    /** What the settings and the reach allow, in order of preference. */
    private final List<Candidate> candidates = new ArrayList<>();

    /** Selects among the entries of a list; {@code oneMachine} tells whether all PEs are on one machine. */
    public ProviderChoice(Libfabric library, OfiSettings settings, InfoList infos, boolean oneMachine) {
        this.settings = settings;
        this.infos = infos;
        for (FiInfo info : offering(infos)) {
            final Candidate candidate = Candidate.of(info);
            all.add(candidate);
            if (isWanted(candidate, settings, oneMachine)) {
                entries.add(info);
                candidates.add(candidate);
            }
        }
        if (candidates.isEmpty()) {
            throw new ShmemException(nothing(library, oneMachine));
        }
        final int best = best(candidates, oneMachine);
        candidates.addFirst(candidates.remove(best));
        entries.addFirst(entries.remove(best));
    }

    /** Lists the domains that meet all requirements, and have the provider and interface of the settings. */
    public static InfoList list(Libfabric library, OfiSettings settings) {
        final FiInfo hints = library.allocInfo();
        try {
            for (ProviderRequirement need : ProviderRequirement.values()) {
                need.ask(hints);
            }
            if (!settings.provider().isEmpty()) {
                hints.fabric_attr.prov_name = library.mallocString(settings.provider());
            }
            final String address = address(settings.interfaceName());
            return library.getInfo(address, null, address == null ? 0 : Fi.SOURCE | Fi.NUMERICHOST, hints);
        } finally {
            library.free(hints);
        }
    }

    /** The entries of a list that have all requirements; a provider may list what does not have those of the hints. */
    static List<FiInfo> offering(InfoList infos) {
        return infos.entries().stream().filter(ProviderRequirement::areMet).toList();
    }

    /** An address of the interface that the setting names, IPv4 if it has one; null if the setting is empty. */
    private static String address(String name) {
        if (name.isEmpty()) {
            return null;
        }
        try {
            final NetworkInterface found = NetworkInterface.getByName(name);
            if (found == null) {
                return InetAddress.getByName(name).getHostAddress();
            }
            final List<InetAddress> addresses = Collections.list(found.getInetAddresses());
            return addresses.stream()
                    .filter(address -> address.getAddress().length == Integer.BYTES)
                    .findFirst()
                    .or(() -> addresses.stream().findFirst())
                    .map(InetAddress::getHostAddress)
                    .orElseThrow(() -> new ShmemException("SHMEM_OFI_INTERFACE=" + name + " has no address"));
        } catch (SocketException | UnknownHostException e) {
            throw new ShmemException(
                    "SHMEM_OFI_INTERFACE=" + name + " is neither an interface of this machine nor an address", e);
        }
    }

    /** Whether the settings and the reach allow a candidate. */
    public static boolean isWanted(Candidate candidate, OfiSettings settings, boolean oneMachine) {
        if (!settings.domain().isEmpty() && !settings.domain().equals(candidate.domain())) {
            return false;
        }
        if (!settings.interfaceName().isEmpty()) {
            return true;
        }
        return candidate.reach() == Candidate.Reach.NETWORK
                || (oneMachine && candidate.reach() == Candidate.Reach.LOOPBACK);
    }

    private String nothing(Libfabric library, boolean oneMachine) {
        final List<Candidate> everything = new ArrayList<>();
        try (InfoList found = library.getInfo(null, null, 0, null)) {
            found.forEach(info -> everything.add(Candidate.of(info)));
        }
        return "no network for PEs of " + (oneMachine ? "one machine" : "several machines") + ": looked for "
                + (settings.provider().isEmpty() ? "any provider" : "SHMEM_OFI_PROVIDER=" + settings.provider())
                + (settings.domain().isEmpty() ? "" : " with SHMEM_OFI_DOMAIN=" + settings.domain())
                + (settings.interfaceName().isEmpty() ? "" : " with SHMEM_OFI_INTERFACE=" + settings.interfaceName())
                + " that has remote memory access and ordered messages between unconnected endpoints (FI_EP_RDM,"
                + " FI_RMA, FI_MSG, FI_DELIVERY_COMPLETE); libfabric " + library.versionText() + " has "
                + Candidate.list(everything)
                + ". Set or unset these settings (tcp works wherever there is TCP), or install the provider that the"
                + " network needs";
    }

    /** The index of the best candidate: the first, or on one machine the loopback interface of the same provider. */
    public static int best(List<Candidate> candidates, boolean oneMachine) {
        for (int i = 0; oneMachine && i < candidates.size(); i++) {
            final Candidate candidate = candidates.get(i);
            if (candidate.reach() == Candidate.Reach.LOOPBACK
                    && candidate.provider().equals(candidates.getFirst().provider())) {
                return i;
            }
        }
        return 0;
    }

    /** The networks of this PE, and then its providers, for all other PEs. */
    public byte[] encode() {
        final Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            names.putIfAbsent(candidates.get(i).network(), Candidate.address(entries.get(i)));
        }
        candidates.forEach(candidate -> names.putIfAbsent(candidate.routed(), ""));
        return CommonNetwork.offer(names);
    }

    /**
     * The chosen entry, if the digests suffice for a choice; otherwise null on all PEs.
     *
     * @param hosts by PE, what PEs of one host have in common
     * @param digests by PE, what {@link NetworkDigest#of} gave
     */
    public FiInfo agreed(byte[][] hosts, byte[][] digests) {
        if (!NetworkDigest.agree(digests)) {
            return null;
        }
        final Set<String> unusable = NetworkDigest.unusable(all, settings, hosts, digests);
        for (int i = 0; i < candidates.size(); i++) {
            if (!unusable.contains(candidates.get(i).network())) {
                return entries.get(i);
            }
        }
        return null;
    }

    /**
     * The chosen entry; all PEs choose the same network or provider.
     *
     * @param hosts by PE, what PEs of one host have in common
     * @param everyones by PE, what {@link #encode} gave
     */
    public FiInfo choose(byte[][] hosts, byte[][] everyones) {
        final CommonNetwork common = new CommonNetwork(hosts, everyones);
        final String name = common.name();
        for (int i = 0; i < candidates.size(); i++) {
            final Candidate candidate = candidates.get(i);
            final boolean isOne =
                    candidate.network().equals(name) || candidate.routed().equals(name);
            if (isOne && common.isUsable(candidate.network())) {
                return entries.get(i);
            }
        }
        throw new ShmemException("this PE has " + name.replace("\t*", " in address format ")
                + " only on networks that do not connect the hosts: set SHMEM_OFI_INTERFACE on each to one that reaches"
                + " the others");
    }

    @Override
    public void close() {
        infos.close();
    }
}
