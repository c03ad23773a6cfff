package org.jshmem.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Defines what PEs without a launcher say to the process at which they meet, over a TCP connection each. Frames are
 * those of {@link LauncherProtocol}: int32 length of the rest, type byte, payload; all numbers big-endian.
 *
 * <pre>
 *   type  name       from      payload
 *   1     CHALLENGE  server    int32 magic, int32 version, 32 random bytes; first frame of a connection
 *   2     HELLO      PE        32 bytes proof, int32 pe, int32 npes, 32 random bytes, UTF-8 pid and host name
 *   3     WELCOME    server    32 bytes proof
 *   4     REFUSED    server    UTF-8 reason; the server then closes the connection
 *   5     FENCE      PE        n × (key, value) that it publishes; each is int32 length, bytes
 *                    server    none; sent once all PEs have sent theirs
 *   6     VALUES     PE        none; asks for what all PEs published with the last complete fence
 *                    server    n × (int32 pe, key, value)
 *   7     MISSING    PE        none; asks who is not there
 *                    server    UTF-8 text
 *   8     LEFT       PE        none; the end of the PE is no failure until its next FENCE
 *   9     ABORT      PE        int32 status, UTF-8 reason; the server ends the job
 *   10    END        server    int32 status, UTF-8 reason; the PE ends with this status
 * </pre>
 *
 * <p><b>Proofs.</b> The secret itself is never sent. The PE proves that it knows the secret by the HMAC-SHA-256 of the
 * server's random bytes and of the rest of its HELLO; the server does so by that of the PE's random bytes and its own.
 * Each begins with the name of its frame, so one cannot be used as the other. Later frames are not protected: whoever
 * can change the packets of the network can take part in the job.
 */
final class RendezvousProtocol {
    /** The first number of a challenge, by which a PE knows that it has reached the right kind of server. */
    static final int MAGIC = 0x4a53484d;

    /** The version of the protocol; to be raised with every change. */
    static final int VERSION = 1;

    static final byte CHALLENGE = 1;
    static final byte HELLO = 2;
    static final byte WELCOME = 3;
    static final byte REFUSED = 4;
    static final byte FENCE = 5;
    static final byte VALUES = 6;
    static final byte MISSING = 7;
    static final byte LEFT = 8;
    static final byte ABORT = 9;
    static final byte END = 10;

    /** Bytes of a challenge's random part. */
    static final int NONCE_BYTES = 32;

    /** Bytes of a proof. */
    static final int PROOF_BYTES = 32;

    /** Largest frame, type and payload, before a PE is admitted. */
    static final int MOST_HELLO_BYTES = 1024;

    /** Largest frame, type and payload. */
    static final int MOST_FRAME_BYTES = 1 << 30;

    /** How long a connection may take to be admitted. */
    static final int HANDSHAKE_MS = 10_000;

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final String ALGORITHM = "HmacSHA256";

    private RendezvousProtocol() {}

    /** The proof of a side, {@link #HELLO} or {@link #WELCOME}, over these parts. */
    static byte[] proof(String secret, byte side, ByteBuffer... parts) {
        try {
            final Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((side == HELLO ? "HELLO" : "WELCOME").getBytes(StandardCharsets.US_ASCII));
            for (ByteBuffer part : parts) {
                mac.update(part.duplicate());
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** A frame with this payload, to be sent. */
    static ByteBuffer frame(byte type, ByteBuffer payload) {
        return ByteBuffer.allocate(Integer.BYTES + 1 + payload.remaining())
                .putInt(1 + payload.remaining())
                .put(type)
                .put(payload.duplicate())
                .flip();
    }

    /** The payload of {@link #ABORT} and {@link #END}. */
    static ByteBuffer ending(int status, String reason) {
        final byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + text.length)
                .putInt(status)
                .put(text)
                .flip();
    }

    /** Names this process in messages of others: its pid and its host. */
    static String thisProcess() {
        String host;
        try {
            host = Files.readString(HOST_NAME).strip();
        } catch (IOException e) {
            host = "a host without a name";
        }
        return "pid " + ProcessHandle.current().pid() + " on " + host;
    }

    static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The rest of a payload as text. */
    static String text(ByteBuffer rest) {
        return StandardCharsets.UTF_8.decode(rest).toString();
    }

    /** The next {@code int32 length, bytes} of a payload. */
    static byte[] bytes(ByteBuffer from) {
        final byte[] bytes = new byte[from.getInt()];
        from.get(bytes);
        return bytes;
    }
}
