package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class CommonNetworkTest {
    private static final String DOCKER = "tcp\t172.17.0.0/16";
    private static final String ETHERNET = "tcp\t10.0.0.0/24";
    private static final String ROUTED = "tcp\t*2";

    @Test
    void shouldTakeTheFirstNetworkOfPe0ThatAllAreOn() {
        final CommonNetwork common = common(
                hosts("a", "b"),
                offer("ib\tx", "", ETHERNET, "10.0.0.1", ROUTED, ""),
                offer(ETHERNET, "10.0.0.2", ROUTED, ""));
        assertEquals(ETHERNET, common.name());
    }

    @Test
    void shouldTakeAProviderWhereNetworksDiffer() {
        final CommonNetwork common = common(
                hosts("a", "b"),
                offer(ETHERNET, "10.0.0.1", ROUTED, ""),
                offer("tcp\t10.0.1.0/24", "10.0.1.1", ROUTED, ""));
        assertEquals(ROUTED, common.name());
    }

    @Test
    void shouldLeaveOutANetworkOnWhichHostsHaveOneAddress() {
        final byte[] one = offer(DOCKER, "172.17.0.1", ETHERNET, "10.0.0.1", ROUTED, "");
        final byte[] other = offer(DOCKER, "172.17.0.1", ETHERNET, "10.0.0.2", ROUTED, "");
        final CommonNetwork common = common(hosts("a", "a", "b"), one, one, other);
        assertEquals(ETHERNET, common.name());
        assertFalse(common.isUsable(DOCKER));
        assertTrue(common.isUsable(ETHERNET));
        assertEquals(DOCKER, common(hosts("a", "a"), one, one).name(), "PEs of one host share their address");
    }

    @Test
    void shouldSayWhyNoNetworkIsLeft() {
        final byte[] all = offer(DOCKER, "172.17.0.1");
        final CommonNetwork common = common(hosts("a", "b"), all, all);
        final var error = assertThrows(ShmemException.class, common::name);
        assertTrue(
                error.getMessage()
                        .contains("without tcp on 172.17.0.0/16 where PE 0 and PE 1, on different hosts, have the"
                                + " address 172.17.0.1: set SHMEM_OFI_PROVIDER"),
                error.getMessage());
    }

    @Test
    void shouldNameThePesWithoutACommonNetwork() {
        final CommonNetwork common =
                common(hosts("a", "b"), offer("ib\tx", "", "ib\t*5", ""), offer(ETHERNET, "", ROUTED, ""));
        final var error = assertThrows(ShmemException.class, common::name);
        assertTrue(
                error.getMessage()
                        .startsWith("PE 0 and PE 1 have no network in common: PE 0 has ib on x, and PE 1 has tcp on"
                                + " 10.0.0.0/24; give"),
                error.getMessage());
    }

    private static CommonNetwork common(byte[][] hosts, byte[]... offers) {
        return new CommonNetwork(hosts, offers);
    }

    private static byte[][] hosts(String... names) {
        return Stream.of(names)
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    private static byte[] offer(String... namesAndAddresses) {
        final Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < namesAndAddresses.length; i += 2) {
            names.put(namesAndAddresses[i], namesAndAddresses[i + 1]);
        }
        assertEquals(namesAndAddresses.length / 2, names.size(), Arrays.toString(namesAndAddresses));
        return CommonNetwork.offer(names);
    }
}
