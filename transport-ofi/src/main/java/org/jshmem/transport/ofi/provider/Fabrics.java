package org.jshmem.transport.ofi.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.internal.config.Configuration;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiInfo;

/** Describes the networks of this host, and which of them a job would use, for {@code shmem-info --fabrics}. */
public final class Fabrics {
    private static final long KIB = 1 << 10;

    private final Libfabric library = Libfabric.get();
    private final OfiSettings settings;

    private Fabrics(OfiSettings settings) {
        this.settings = settings;
    }

    /**
     * Describes the networks of this host.
     *
     * @param configuration the settings that select among them
     * @return lines of text
     * @throws org.jshmem.ShmemException if a setting is invalid
     * @throws org.jshmem.libfabric.FabricException if there is no libfabric; the message says what to install
     */
    public static String describe(Configuration configuration) {
        return new Fabrics(OfiSettings.of(configuration)).describe();
    }

    private String describe() {
        final Map<Candidate, String> wanted = new LinkedHashMap<>();
        final Set<Candidate> all = new LinkedHashSet<>();
        final StringBuilder text = new StringBuilder(1024);
        try (InfoList found = ProviderChoice.list(library, settings)) {
            for (FiInfo info : ProviderChoice.offering(found)) {
                wanted.putIfAbsent(Candidate.of(info), traits(info));
            }
        }
        try (InfoList found = library.getInfo(null, null, 0, null)) {
            found.forEach(info -> all.add(Candidate.of(info)));
        }
        text.append("libfabric ").append(library.versionText()).append(String.format("%n%nwould do, best first:%n"));
        wanted.forEach((candidate, traits) -> text.append(String.format("  %s%n    %s%n", name(candidate), traits))
                .append(String.format("    %s%n", verdict(candidate, wanted.keySet(), settings))));
        if (wanted.isEmpty()) {
            text.append(String.format("  none%n"));
        }
        text.append(String.format("%nwould not:%n"));
        final Set<String> names = new LinkedHashSet<>();
        wanted.keySet().forEach(candidate -> names.add(name(candidate)));
        for (Candidate candidate : all) {
            if (names.add(name(candidate))) {
                text.append(String.format("  %-60s %s%n", name(candidate), why(candidate)));
            }
        }
        return text.toString();
    }

    /** The candidates that settings and reach allow; the first is the one that {@link ProviderChoice} takes. */
    private static List<Candidate> choices(Set<Candidate> wanted, OfiSettings settings, boolean oneMachine) {
        final List<Candidate> left = new ArrayList<>();
        for (Candidate candidate : wanted) {
            if (ProviderChoice.isWanted(candidate, settings, oneMachine)) {
                left.add(candidate);
            }
        }
        if (!left.isEmpty()) {
            left.addFirst(left.remove(ProviderChoice.best(left, oneMachine)));
        }
        return left;
    }

    /** What a job does with one of the candidates that meet all requirements, and why. */
    static String verdict(Candidate candidate, Set<Candidate> wanted, OfiSettings settings) {
        final List<Candidate> apart = choices(wanted, settings, false);
        final List<Candidate> together = choices(wanted, settings, true);
        final List<String> uses = new ArrayList<>();
        if (!apart.isEmpty() && apart.getFirst().equals(candidate)) {
            uses.add("chosen between machines, if all of them have it");
        }
        if (!together.isEmpty() && together.getFirst().equals(candidate)) {
            uses.add("chosen on one machine");
        }
        if (!uses.isEmpty()) {
            return "-> " + String.join("; ", uses);
        }
        if (apart.contains(candidate)) {
            return "not chosen: another is better, or set SHMEM_OFI_PROVIDER, SHMEM_OFI_INTERFACE or SHMEM_OFI_DOMAIN";
        }
        if (together.contains(candidate)) {
            return "not chosen: reaches this machine only, where another is better";
        }
        return switch (candidate.reach()) {
            case LINK -> "not chosen: a link-local address; SHMEM_OFI_INTERFACE asks for it";
            case LOOPBACK, NETWORK -> "not chosen: the settings ask for another";
        };
    }

    private static String traits(FiInfo info) {
        final ProviderTraits traits = ProviderTraits.of(info);
        return "injects " + traits.injectBytes() + " B, transfers " + traits.mostBytes() / KIB + " KiB at once, "
                + (traits.orderedWrites() && traits.orderedSends() ? "orders writes" : "does not order writes") + ", "
                + ((info.caps & Fi.ATOMIC) != 0 ? "has atomics" : "asked without atomics") + ", "
                + (info.domain_attr.data_progress == Fi.PROGRESS_AUTO ? "progress by itself" : "progress by calls");
    }

    /** The first requirement that a candidate does not meet. */
    private String why(Candidate candidate) {
        for (int needs = 1; needs <= ProviderRequirement.values().length; needs++) {
            if (!offers(candidate, needs)) {
                return "has no " + ProviderRequirement.values()[needs - 1].text();
            }
        }
        return "the settings ask for another";
    }

    private boolean offers(Candidate candidate, int needs) {
        try (InfoList found = ask(needs, candidate.provider())) {
            for (FiInfo info : found) {
                if (name(Candidate.of(info)).equals(name(candidate))
                        && ProviderRequirement.values()[needs - 1].isMet(info)) {
                    return true;
                }
            }
        }
        return false;
    }

    private InfoList ask(int needs, String provider) {
        final FiInfo hints = library.allocInfo();
        try {
            for (int i = 0; i < needs; i++) {
                ProviderRequirement.values()[i].ask(hints);
            }
            if (!provider.isEmpty()) {
                hints.fabric_attr.prov_name = library.mallocString(provider);
            }
            return library.getInfo(null, null, 0, hints);
        } finally {
            library.free(hints);
        }
    }

    private static String name(Candidate candidate) {
        return candidate.provider() + " on " + candidate.domain() + " (" + candidate.fabric() + ")";
    }
}
