package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import java.net.InetAddress;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiDomainAttr;
import org.jshmem.libfabric.struct.FiEpAttr;
import org.jshmem.libfabric.struct.FiFabricAttr;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.libfabric.struct.FiRxAttr;
import org.jshmem.libfabric.struct.FiTxAttr;
import org.jshmem.transport.ofi.provider.Candidate.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which PEs an entry of libfabric's list reaches. */
@Timeout(10)
class CandidateTest {
    private static final int SOCKADDR_BYTES = 28;

    private static Candidate of(int format, Memory address, long caps) {
        final FiInfo info = new FiInfo();
        info.caps = caps;
        info.addr_format = format;
        info.src_addr = address;
        info.tx_attr = new FiTxAttr.ByReference();
        info.rx_attr = new FiRxAttr.ByReference();
        info.ep_attr = new FiEpAttr.ByReference();
        info.domain_attr = new FiDomainAttr.ByReference();
        info.fabric_attr = new FiFabricAttr.ByReference();
        final Memory name = new Memory(SOCKADDR_BYTES);
        name.setString(0, "tcp");
        info.fabric_attr.prov_name = name;
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

    @Test
    void shouldTakeOtherAddressesForThoseOfANetworkUnlessTheyAreLocal() {
        assertEquals(Reach.NETWORK, of(Fi.SOCKADDR_IN, null, 0).reach());
        assertEquals(Reach.NETWORK, of(0, new Memory(SOCKADDR_BYTES), 0).reach());
        assertEquals(Reach.LOOPBACK, of(Fi.ADDR_STR, null, 0).reach());
        assertEquals(Reach.NETWORK, of(Fi.ADDR_STR, null, Fi.REMOTE_COMM).reach());
    }
}
