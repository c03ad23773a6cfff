package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import java.net.InetAddress;
import java.util.List;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.transport.ofi.provider.Candidate.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which PEs an entry of libfabric's list reaches. */
@Timeout(10)
class CandidateTest {
    private static final int SOCKADDR_BYTES = 28;

    private static Candidate of(int format, Memory address, long caps) {
        final FiInfo info = Entries.entry("tcp");
        info.caps = caps;
        info.addr_format = format;
        info.src_addr = address;
        return Candidate.of(info);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, LOOPBACK",
        "127.255.0.9, LOOPBACK",
        "126.0.0.1, NETWORK",
        "192.168.1.7, NETWORK",
        "::1, LOOPBACK",
        "::2, NETWORK",
        "fe80::1, LINK",
        "febf::1, LINK",
        "fec0::1, NETWORK",
        "fd00::1, NETWORK",
        "2001:db8::1, NETWORK"
    })
    void shouldKnowTheReachOfAnAddress(String text, Reach reach) throws Exception {
        final byte[] bytes = InetAddress.getByName(text).getAddress();
        final boolean isSix = bytes.length > Integer.BYTES;
        final Memory address = new Memory(SOCKADDR_BYTES);
        address.clear();
        address.write(isSix ? 8 : 4, bytes, 0, bytes.length);
        assertEquals(
                reach, of(isSix ? Fi.SOCKADDR_IN6 : Fi.SOCKADDR_IN, address, 0).reach());
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.168.1.7", "255.1.2.254", "2001:db8:0:0:0:0:0:1", "fe80:1:2:3:4:5:6:fefe"})
    void shouldTellTheAddress(String text) throws Exception {
        final byte[] bytes = InetAddress.getByName(text).getAddress();
        final boolean isSix = bytes.length > Integer.BYTES;
        final FiInfo info = Entries.entry("tcp");
        info.addr_format = isSix ? Fi.SOCKADDR_IN6 : Fi.SOCKADDR_IN;
        assertEquals("", Candidate.address(info));
        final Memory address = new Memory(SOCKADDR_BYTES);
        address.clear();
        address.write(isSix ? 8 : 4, bytes, 0, bytes.length);
        info.src_addr = address;
        assertEquals(text, Candidate.address(info));
        info.addr_format = Fi.ADDR_STR;
        assertEquals("", Candidate.address(info));
    }

    @Test
    void shouldNameWhatPesNeedInCommon() {
        final Candidate one = new Candidate("tcp", "eth0", "10.0.0.0/24", Fi.SOCKADDR_IN6, Reach.NETWORK);
        assertEquals("tcp\t10.0.0.0/24", one.network());
        assertEquals("tcp\t*3", one.routed());
        final Candidate same = new Candidate("tcp", "eth0", "10.0.0.0/24", Fi.SOCKADDR_IN, Reach.NETWORK);
        final Candidate other = new Candidate("shm", "shm0", "shm", 0, Reach.LOOPBACK);
        assertEquals("nothing", Candidate.list(List.of()));
        assertEquals("tcp on eth0 (10.0.0.0/24), shm on shm0 (shm)", Candidate.list(List.of(one, same, other)));
    }

    @Test
    void shouldTakeOtherAddressesForThoseOfANetworkUnlessTheyAreLocal() {
        assertEquals(Reach.NETWORK, of(Fi.SOCKADDR_IN, null, 0).reach());
        assertEquals(Reach.NETWORK, of(0, new Memory(SOCKADDR_BYTES), 0).reach());
        assertEquals(Reach.LOOPBACK, of(Fi.ADDR_STR, null, 0).reach());
        assertEquals(Reach.NETWORK, of(Fi.ADDR_STR, null, Fi.REMOTE_COMM).reach());
    }
}
