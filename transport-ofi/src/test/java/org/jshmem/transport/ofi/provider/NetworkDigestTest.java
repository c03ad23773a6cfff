package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jshmem.internal.config.Configuration;
import org.jshmem.libfabric.Fi;
import org.jshmem.transport.ofi.provider.Candidate.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class NetworkDigestTest {
    private static final OfiSettings SETTINGS = OfiSettings.of(Configuration.of(Map.of(), new Properties()));
    private static final Candidate ETHERNET = candidate("10.0.0.0/24", Reach.NETWORK);
    private static final Candidate DOCKER = candidate("172.17.0.0/16", Reach.NETWORK);
    private static final Candidate LOOPBACK = candidate("127.0.0.0/8", Reach.LOOPBACK);
    private static final List<Candidate> ALL = List.of(LOOPBACK, DOCKER, ETHERNET);

    private static Candidate candidate(String fabric, Reach reach) {
        return new Candidate("tcp", "eth0", fabric, Fi.SOCKADDR_IN, reach);
    }

    private static byte[] digest(String docker, String ethernet) {
        return NetworkDigest.of(ALL, List.of("127.0.0.1", docker, ethernet), SETTINGS);
    }

    private static byte[][] hosts(String... names) {
        return Arrays.stream(names)
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    @Test
    void shouldAgreeWhereHostsDifferInTheirAddressesOnly() {
        assertTrue(
                NetworkDigest.agree(new byte[][] {digest("172.17.0.1", "10.0.0.1"), digest("172.17.0.2", "10.0.0.2")}));
    }

    @Test
    void shouldNotAgreeWhereNetworksOrTheirOrderDiffer() {
        final byte[] one = digest("172.17.0.1", "10.0.0.1");
        final byte[] fewer = NetworkDigest.of(List.of(LOOPBACK, ETHERNET), List.of("127.0.0.1", "10.0.0.2"), SETTINGS);
        final byte[] other = NetworkDigest.of(
                List.of(LOOPBACK, ETHERNET, DOCKER), List.of("127.0.0.1", "10.0.0.2", "172.17.0.2"), SETTINGS);
        assertFalse(NetworkDigest.agree(new byte[][] {one, one, fewer}));
        assertFalse(NetworkDigest.agree(new byte[][] {one, other}));
        assertFalse(NetworkDigest.agree(new byte[][] {one, {}}));
        assertFalse(NetworkDigest.agree(new byte[][] {{}, one}), "a PE without a list");
    }

    @Test
    void shouldFindANetworkOnWhichHostsHaveOneAddress() {
        final byte[] one = digest("172.17.0.1", "10.0.0.1");
        final byte[] other = digest("172.17.0.1", "10.0.0.2");
        assertEquals(
                Set.of(DOCKER.network()),
                NetworkDigest.unusable(ALL, SETTINGS, hosts("a", "a", "b"), new byte[][] {one, one, other}));
        assertEquals(
                Set.of(),
                NetworkDigest.unusable(ALL, SETTINGS, hosts("a", "a"), new byte[][] {one, one}),
                "PEs of one host share their address");
    }

    @Test
    void shouldTakeAnUnknownAddressForNone() {
        final byte[] one = digest("", "10.0.0.1");
        final byte[] other = digest("", "10.0.0.2");
        assertEquals(Set.of(), NetworkDigest.unusable(ALL, SETTINGS, hosts("a", "b"), new byte[][] {one, other}));
    }

    @Test
    void shouldHaveEightBytesForEachNetworkOfMachines() {
        assertEquals(3 * Long.BYTES, digest("172.17.0.1", "10.0.0.1").length);
    }
}
