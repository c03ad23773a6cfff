package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jshmem.internal.config.Configuration;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.testing.Requirement;
import org.jshmem.transport.ofi.provider.Candidate.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What shmem-info says about each network is what a job does ({@link ProviderChoice}). */
@Timeout(60)
class FabricsTest {
    private static final String OTHER_IS_BETTER =
            "not chosen: another is better, or set SHMEM_OFI_PROVIDER, SHMEM_OFI_INTERFACE or SHMEM_OFI_DOMAIN";
    private static final String OTHER_IS_ASKED_FOR = "not chosen: the settings ask for another";
    private static final String A_LINK = "not chosen: a link-local address; SHMEM_OFI_INTERFACE asks for it";
    private static final String BETWEEN = "-> chosen between machines, if all of them have it";
    private static final String TOGETHER = "-> chosen on one machine";

    private static final Candidate LOOPBACK = candidate("tcp", "lo", Reach.LOOPBACK);
    private static final Candidate LINK = candidate("tcp", "eth0-link", Reach.LINK);
    private static final Candidate FIRST = candidate("tcp", "eth0", Reach.NETWORK);
    private static final Candidate SECOND = candidate("tcp", "eth1", Reach.NETWORK);
    private static final Candidate OTHER = candidate("sockets", "eth0", Reach.NETWORK);
    private static final Candidate OTHER_LOOPBACK = candidate("sockets", "lo", Reach.LOOPBACK);
    private static final Set<Candidate> ALL = Collections.unmodifiableSet(
            new LinkedHashSet<>(List.of(LINK, FIRST, LOOPBACK, SECOND, OTHER, OTHER_LOOPBACK)));

    private static Candidate candidate(String provider, String domain, Reach reach) {
        return new Candidate(provider, domain, "a network", Fi.SOCKADDR_IN, reach);
    }

    private static List<String> verdicts(Set<Candidate> offered, String domain, String interfaceName) {
        final OfiSettings settings = new OfiSettings("", domain, interfaceName, true, 0, 60);
        return offered.stream()
                .map(one -> Fabrics.verdict(one, offered, settings))
                .toList();
    }

    @Test
    void shouldChooseTheFirstThatReachesOthersAndItsLoopback() {
        assertEquals(
                List.of(
                        A_LINK,
                        BETWEEN,
                        TOGETHER,
                        OTHER_IS_BETTER,
                        OTHER_IS_BETTER,
                        "not chosen: reaches this machine only, where another is better"),
                verdicts(ALL, "", ""));
    }

    @Test
    void shouldChooseOneForBothWhereItHasNoLoopback() {
        assertEquals(
                List.of(BETWEEN + "; chosen on one machine", OTHER_IS_BETTER),
                verdicts(new LinkedHashSet<>(List.of(FIRST, SECOND)), "", ""));
        assertEquals(
                List.of(BETWEEN + "; chosen on one machine"),
                verdicts(new LinkedHashSet<>(List.of(FIRST)), "eth0", ""));
    }

    /** libfabric lists only what the interface has, whatever it reaches. */
    @Test
    void shouldTakeWhatTheSettingsAskFor() {
        assertEquals(
                List.of(
                        A_LINK,
                        OTHER_IS_ASKED_FOR,
                        OTHER_IS_ASKED_FOR,
                        BETWEEN + "; chosen on one machine",
                        OTHER_IS_ASKED_FOR,
                        OTHER_IS_ASKED_FOR),
                verdicts(ALL, "eth1", ""));
        assertEquals(List.of(BETWEEN + "; chosen on one machine"), verdicts(Set.of(LINK), "", "eth0"));
    }

    /** Those of this machine. */
    @Test
    void shouldDescribeEachNetwork() {
        Requirement.NETWORK.need();
        final OfiSettings settings = new OfiSettings("tcp;ofi_rxm", "", "127.0.0.1", true, 0, 60);
        final FiInfo first;
        final String expected;
        try (InfoList found = ProviderChoice.list(Libfabric.get(), settings)) {
            first = found.entries().getFirst();
            final ProviderTraits traits = ProviderTraits.of(first);
            expected = String.format(
                    "libfabric %s%n%nwould do, best first:%n  tcp;ofi_rxm on %s (%s)%n    injects %d B, transfers"
                            + " %d KiB at once, %s writes, %s, progress by %s%n"
                            + "    -> chosen between machines, if all of them have it; chosen on one machine%n",
                    Libfabric.get().versionText(),
                    traits.domain(),
                    traits.fabric(),
                    traits.injectBytes(),
                    traits.mostBytes() / 1024,
                    traits.orderedWrites() && traits.orderedSends() ? "orders" : "does not order",
                    (first.caps & Fi.ATOMIC) == 0 ? "asked without atomics" : "has atomics",
                    first.domain_attr.data_progress == Fi.PROGRESS_AUTO ? "itself" : "calls");
        }
        final String text = Fabrics.describe(Configuration.of(
                Map.of("SHMEM_OFI_PROVIDER", "tcp;ofi_rxm", "SHMEM_OFI_INTERFACE", "127.0.0.1"), new Properties()));
        assertTrue(text.startsWith(expected), text);
        final int others = text.indexOf(String.format("%n%nwould not:%n  "));
        assertTrue(others > 0, text);
        final List<String> left = text.substring(others).lines().skip(3).toList();
        assertFalse(left.isEmpty());
        assertEquals(left.size(), new HashSet<>(left).size(), text);
        for (String line : left) {
            assertTrue(line.matches("  \\S.* on .* \\(.*\\) +(has no [a-z].*|the settings ask for another)"), line);
        }
        assertTrue(left.stream().anyMatch(line -> line.contains(" has no ")), text);
    }

    @Test
    void shouldSayThatNothingWouldDo() {
        Requirement.NETWORK.need();
        final String text =
                Fabrics.describe(Configuration.of(Map.of("SHMEM_OFI_PROVIDER", "none of these"), new Properties()));
        assertTrue(text.contains(String.format("would do, best first:%n  none%n%nwould not:%n")), text);
        assertTrue(text.contains("the settings ask for another"), text);
    }
}
