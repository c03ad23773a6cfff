package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jshmem.ShmemException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The entry that is chosen from libfabric's list, on one machine and on several. */
@Timeout(20)
class ProviderChoiceTest {
    private static final OfiSettings ANY = settings("", "", "");
    private static final byte[][] HOSTS = {{1}, {2}};

    private final Entries entries = new Entries()
            .add("tcp", "unordered", "10.0.9.0/24", 10, 0, 9, 1)
            .add("tcp", "eth0", "10.0.0.0/24", 10, 0, 0, 1)
            .add("tcp", "docker0", "172.17.0.0/16", 172, 17, 0, 1)
            .add("sockets", "eth0", "10.0.0.0/24", 10, 0, 0, 1)
            .add("sockets", "lo", "127.0.0.0/8", 127, 0, 0, 1)
            .add("tcp", "lo", "127.0.0.0/8", 127, 0, 0, 1);
    private final InfoList list;

    ProviderChoiceTest() throws ReflectiveOperationException {
        final InfoList all = entries.list();
        all.entries().getFirst().rx_attr.msg_order = 0;
        list = all;
    }

    private static OfiSettings settings(String provider, String domain, String interfaceName) {
        return new OfiSettings(provider, domain, interfaceName, true, 0, 60);
    }

    private ProviderChoice choice(OfiSettings settings, boolean oneMachine) {
        return new ProviderChoice(null, settings, list, oneMachine);
    }

    private static byte[] offer(String... namesAndAddresses) {
        final Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < namesAndAddresses.length; i += 2) {
            names.put(namesAndAddresses[i], namesAndAddresses[i + 1]);
        }
        return CommonNetwork.offer(names);
    }

    private static String text(byte[] offer) {
        return new String(offer, StandardCharsets.UTF_8);
    }

    private static String nameOf(FiInfo info) {
        return info.fabric_attr.prov_name.getString(0) + " " + info.domain_attr.name.getString(0);
    }

    @Test
    void shouldOfferNetworksAndThenProviders() {
        assertEquals(
                text(offer(
                        "tcp\t10.0.0.0/24", "10.0.0.1",
                        "tcp\t172.17.0.0/16", "172.17.0.1",
                        "sockets\t10.0.0.0/24", "10.0.0.1",
                        "tcp\t*2", "",
                        "sockets\t*2", "")),
                text(choice(ANY, false).encode()));
    }

    /** Whose provider is that of the first entry. */
    @Test
    void shouldOfferLoopbackFirstOnOneMachine() {
        final String[] lines = text(choice(ANY, true).encode()).split("\n");
        assertEquals("tcp\t127.0.0.0/8\t127.0.0.1", lines[0]);
        assertEquals("tcp\t10.0.0.0/24\t10.0.0.1", lines[1]);
        assertEquals("sockets\t127.0.0.0/8\t127.0.0.1", lines[4]);
        assertEquals(7, lines.length);
    }

    @Test
    void shouldTakeTheFirstOfADomain() {
        assertEquals(
                text(offer("tcp\t172.17.0.0/16", "172.17.0.1", "tcp\t*2", "")),
                text(choice(settings("", "docker0", ""), false).encode()));
    }

    @Test
    void shouldChooseTheEntryOfTheCommonNetwork() {
        final ProviderChoice choice = choice(ANY, false);
        final byte[] mine = choice.encode();
        assertEquals("tcp eth0", nameOf(choice.choose(HOSTS, new byte[][] {mine, offer("tcp\t10.0.0.0/24", "")})));
        assertEquals("sockets eth0", nameOf(choice.choose(HOSTS, new byte[][] {
            mine, offer("sockets\t10.0.0.0/24", "10.0.0.2")
        })));
        assertEquals("tcp docker0", nameOf(choice.choose(HOSTS, new byte[][] {mine, offer("tcp\t172.17.0.0/16", "")})));
    }

    /** And not that of a network on which hosts have one address. */
    @Test
    void shouldChooseAnEntryOfTheCommonProvider() {
        final ProviderChoice choice = choice(ANY, false);
        final byte[] other = offer("tcp\t10.0.0.0/24", "10.0.0.1", "tcp\t*2", "");
        assertEquals("tcp docker0", nameOf(choice.choose(HOSTS, new byte[][] {choice.encode(), other})));
    }

    @Test
    void shouldSayThatTheCommonProviderHasNoNetworkHere() {
        final ProviderChoice choice = choice(settings("", "docker0", ""), false);
        final byte[] other = offer("tcp\t172.17.0.0/16", "172.17.0.1", "tcp\t*2", "");
        assertEquals(
                "this PE has tcp in address format 2 only on networks that do not connect the hosts: set"
                        + " SHMEM_OFI_INTERFACE on each to one that reaches the others",
                assertThrows(ShmemException.class, () -> choice.choose(HOSTS, new byte[][] {choice.encode(), other}))
                        .getMessage());
    }

    @Test
    void shouldChooseByDigestsThatAgree() {
        final ProviderChoice choice = choice(ANY, false);
        final byte[] mine = NetworkDigest.of(list, ANY);
        assertEquals(4 * Long.BYTES, mine.length);
        final byte[] other = mine.clone();
        other[Long.BYTES]++; // the address of eth0
        assertNull(choice.agreed(HOSTS, new byte[][] {mine, {}}));
        assertEquals("tcp eth0", nameOf(choice.agreed(new byte[][] {{1}, {1}}, new byte[][] {mine, mine})));
        assertEquals("tcp eth0", nameOf(choice.agreed(HOSTS, new byte[][] {mine, other})));
        other[Long.BYTES]--;
        other[2 * Long.BYTES]++;
        assertEquals("tcp docker0", nameOf(choice.agreed(HOSTS, new byte[][] {mine, other})));
        assertNull(choice.agreed(HOSTS, new byte[][] {mine, mine}), "all addresses are the same");
    }

    /** Of what libfabric itself lists, which has TCP without RDM endpoints, too. */
    @ParameterizedTest
    @CsvSource({"tcp;ofi_rxm, '', false", "tcp, 127.0.0.1, true", "tcp;ofi_rxm, lo, true", "'', '', false"})
    void shouldListWhatTheSettingsName(String provider, String interfaceName, boolean isLoopback) {
        Requirement.NETWORK.need();
        try (InfoList found = ProviderChoice.list(Libfabric.get(), settings(provider, "", interfaceName))) {
            assertFalse(found.entries().isEmpty());
            for (FiInfo info : found) {
                assertTrue(!isLoopback || Candidate.address(info).equals("127.0.0.1"));
                assertTrue(info.fabric_attr.prov_name.getString(0).startsWith(provider));
                assertEquals(Fi.EP_RDM, info.ep_attr.type);
                assertEquals(Fi.RMA | Fi.MSG, info.caps & (Fi.RMA | Fi.MSG));
                assertEquals(Fi.DELIVERY_COMPLETE, info.tx_attr.op_flags & Fi.DELIVERY_COMPLETE);
            }
        }
    }

    @Test
    void shouldSayThatThereIsNoSuchInterface() {
        Requirement.NETWORK.need();
        final String message = assertThrows(
                        ShmemException.class,
                        () -> ProviderChoice.list(Libfabric.get(), settings("", "", "no interface")))
                .getMessage();
        assertEquals(
                "SHMEM_OFI_INTERFACE=no interface is neither an interface of this machine nor an address", message);
    }

    @Test
    void shouldSayWhatItHasLookedFor() throws ReflectiveOperationException {
        Requirement.NETWORK.need();
        final InfoList loopback =
                new Entries().add("tcp", "lo", "127.0.0.0/8", 127, 0, 0, 1).list();
        final String message = assertThrows(
                        ShmemException.class, () -> new ProviderChoice(Libfabric.get(), ANY, loopback, false))
                .getMessage();
        assertTrue(
                message.startsWith("no network for PEs of several machines: looked for any provider that has remote"),
                message);
        assertTrue(message.contains("; libfabric " + Libfabric.get().versionText() + " has "), message);
        assertTrue(message.contains("tcp;ofi_rxm on lo ("), message);
        final OfiSettings asked = settings("tcp", "eth7", "10.0.0.1");
        final String other = assertThrows(
                        ShmemException.class, () -> new ProviderChoice(Libfabric.get(), asked, list, true))
                .getMessage();
        assertTrue(
                other.startsWith("no network for PEs of one machine: looked for SHMEM_OFI_PROVIDER=tcp with"
                        + " SHMEM_OFI_DOMAIN=eth7 with SHMEM_OFI_INTERFACE=10.0.0.1 that has"),
                other);
    }
}
