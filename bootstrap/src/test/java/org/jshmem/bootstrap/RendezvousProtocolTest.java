package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of the protocol, as PEs of other releases expect them. */
@Timeout(20)
class RendezvousProtocolTest {
    private static final String SECRET = "sécret";

    /** HMAC-SHA-256 of the name of the frame and of all parts. */
    @ParameterizedTest
    @CsvSource({"2, HELLO", "3, WELCOME"})
    void shouldProveByAllParts(byte side, String name) throws Exception {
        final ByteBuffer first = ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2);
        final ByteBuffer second = ByteBuffer.wrap(new byte[] {4, 5});
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(new byte[] {2, 3, 4, 5});
        final Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        assertArrayEquals(mac.doFinal(all.toByteArray()), RendezvousProtocol.proof(SECRET, side, first, second), name);
        assertEquals(2, first.remaining(), "what is proved stays to be read");
    }

    @Test
    void shouldFrameAPayload() {
        final ByteBuffer payload = ByteBuffer.wrap(new byte[] {7, 8, 9}, 1, 2);
        assertEquals(
                ByteBuffer.wrap(new byte[] {0, 0, 0, 3, 5, 8, 9}),
                RendezvousProtocol.frame(RendezvousProtocol.FENCE, payload));
        assertEquals(2, payload.remaining());
    }

    @Test
    void shouldWriteTheEndOfAJob() {
        assertEquals(ByteBuffer.wrap(new byte[] {0, 0, 1, 2, 'n', 'o'}), RendezvousProtocol.ending(0x102, "no"));
    }

    @Test
    void shouldReadBytesOneAfterTheOther() {
        final ByteBuffer payload = ByteBuffer.wrap(new byte[] {0, 0, 0, 2, 6, 7, 0, 0, 0, 0, 'x'});
        assertArrayEquals(new byte[] {6, 7}, RendezvousProtocol.bytes(payload));
        assertArrayEquals(new byte[0], RendezvousProtocol.bytes(payload));
        assertEquals("x", RendezvousProtocol.text(payload));
    }

    @Test
    void shouldNameThisProcessAndItsHost() {
        final String name = RendezvousProtocol.thisProcess();
        assertTrue(name.startsWith("pid " + ProcessHandle.current().pid() + " on "), name);
        assertTrue(name.matches("\\S+ \\d+ on \\S+"), name);
    }
}
