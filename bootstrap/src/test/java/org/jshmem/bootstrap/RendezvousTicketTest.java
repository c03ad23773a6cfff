package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.List;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class RendezvousTicketTest {
    private static final String SECRET = "0123456789abcdef";

    @Test
    void shouldBeWhatItsTextSays() {
        final RendezvousTicket ticket =
                new RendezvousTicket(List.of("10.1.2.3", "fd00::1", "127.0.0.1"), 4711, RendezvousTicket.newSecret());
        assertEquals(ticket, RendezvousTicket.parse(ticket.text()));
        assertTrue(ticket.text().matches("[!-~]+"), ticket.text());
        assertFalse(ticket.toString().contains(ticket.secret()), ticket.toString());
        assertNotEquals(RendezvousTicket.newSecret(), RendezvousTicket.newSecret());
        assertEquals(24, RendezvousTicket.newSecret().length(), "18 bytes in base64");
        assertEquals(new RendezvousTicket(List.of("127.0.0.1"), 4711, ticket.secret()), ticket.onThisHost());
        assertEquals("10.1.2.3 or fd00::1 or 127.0.0.1, port 4711", ticket.place());
    }

    /** An interface may have another name there. */
    @Test
    void shouldNameAnAddressForOtherHosts() throws Exception {
        final byte[] address = InetAddress.getByName("2001:db8::1").getAddress();
        final InetAddress here = Inet6Address.getByAddress("", address, 1);
        assertTrue(here.getHostAddress().endsWith("%1"), here.getHostAddress());
        assertEquals("2001:db8:0:0:0:0:0:1", RendezvousTicket.text(here));
        assertEquals("10.1.2.3", RendezvousTicket.text(InetAddress.getByName("10.1.2.3")));
    }

    /** IPv4 first, loopback last, and nothing that another host would take for itself. */
    @Test
    void shouldNameTheAddressesOfThisHost() throws Exception {
        final List<String> all = RendezvousTicket.addressesOfThisHost();
        assertEquals("127.0.0.1", all.getLast());
        boolean isIpv6 = false;
        for (String one : all.subList(0, all.size() - 1)) {
            final InetAddress address = InetAddress.getByName(one);
            assertFalse(address.isLoopbackAddress() || address.isLinkLocalAddress(), one);
            assertFalse(isIpv6 && address instanceof Inet4Address, all.toString());
            isIpv6 |= address instanceof Inet6Address;
        }
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(one.getInetAddresses())) {
                if (one.isUp() && !address.isLinkLocalAddress() && !address.isLoopbackAddress()) {
                    assertTrue(all.contains(RendezvousTicket.text(address)), address + " is not in " + all);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"host:1, 1", "host:65535, 65535"})
    void shouldTakeEachPort(String address, int port) {
        assertEquals(port, RendezvousTicket.of("ADDRESS", address, SECRET).port());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jshmem1",
                "jshmem2:4711:0123456789abcdef:host",
                "jshmem1:0:0123456789abcdef:host",
                "jshmem1:70000:0123456789abcdef:host",
                "jshmem1:4711:short:host",
                "jshmem1:4711:0123456789abcdef:"
            })
    void shouldRejectWhatIsNoId(String text) {
        final var error = assertThrows(IllegalArgumentException.class, () -> RendezvousTicket.parse(text));
        assertTrue(error.getMessage().startsWith("uniqueId, of " + text.length()), error.getMessage());
        assertFalse(error.getMessage().contains(SECRET), error.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"node0:4711, node0", "10.0.0.1:4711, 10.0.0.1", "[fd00::1]:4711, fd00::1", "fd00::1:4711, fd00::1"})
    void shouldReadAnAddress(String address, String host) {
        assertEquals(
                new RendezvousTicket(List.of(host), 4711, SECRET),
                RendezvousTicket.of(BootstrapSettings.ADDRESS, address, SECRET));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node0", "node0:", ":4711", "node0:0", "node0:65536", "node0:x"})
    void shouldRejectWhatIsNoAddress(String address) {
        final var error = assertThrows(
                ShmemException.class, () -> RendezvousTicket.of(BootstrapSettings.ADDRESS, address, SECRET));
        assertTrue(
                error.getMessage().startsWith("SHMEM_RENDEZVOUS_ADDRESS=\"" + address + "\" is not host:port"),
                error.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "a:1 | 0 | 2 | -                | and SHMEM_RENDEZVOUS_SECRET is not set; set all four",
                "-   | - | 2 | 0123456789abcdef | and SHMEM_RENDEZVOUS_ADDRESS and SHMEM_RENDEZVOUS_PE are not set",
                "a:1 | 0 | 2 | 0123456789abcde  | SHMEM_RENDEZVOUS_SECRET has 15 characters; give all PEs the same 16",
                "a   | 0 | 2 | 0123456789abcdef | SHMEM_RENDEZVOUS_ADDRESS=\"a\" is not host:port",
                "a:1 | 2 | 2 | 0123456789abcdef | SHMEM_RENDEZVOUS_PE=2 is not a PE from 0 to 1, as",
                "a:1 | 0 | 0 | 0123456789abcdef | SHMEM_RENDEZVOUS_NPES=0 is not a number of PEs from 1 to",
            })
    void shouldSayWhatTheSettingsLack(String address, String pe, String nPes, String secret, String message) {
        final BootstrapSettings settings = new BootstrapSettings(
                "rendezvous",
                address == null ? "" : address,
                pe == null ? "" : pe,
                nPes == null ? "" : nPes,
                secret == null ? "" : secret,
                0);
        final var error = assertThrows(ShmemException.class, () -> {
            settings.ticket();
            settings.number();
        });
        assertTrue(error.getMessage().contains(message), error.getMessage());
    }
}
