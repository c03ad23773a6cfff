package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** A PE that says what a test wants to a {@link RendezvousServer}, right or wrong. */
final class ScriptedPe implements AutoCloseable {
    private static final int MOST_MS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    /** What the server asks in its first frame. */
    private ByteBuffer asked;

    ScriptedPe(RendezvousServer server) throws IOException {
        this(server.port());
    }

    /** Of a server of any process of this host. */
    ScriptedPe(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(MOST_MS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** One that is admitted, as a process of its own. */
    static ScriptedPe admitted(RendezvousServer server, String secret, int pe, int nPes) throws IOException {
        return admitted(server.port(), secret, pe, nPes);
    }

    static ScriptedPe admitted(int port, String secret, int pe, int nPes) throws IOException {
        final ScriptedPe made = new ScriptedPe(port);
        made.say(RendezvousProtocol.HELLO, made.hello(secret, pe, nPes));
        assertEquals(
                RendezvousProtocol.PROOF_BYTES,
                made.hear(RendezvousProtocol.WELCOME).remaining());
        return made;
    }

    /** The payload of a right HELLO; hears the challenge first. */
    ByteBuffer hello(String secret, int pe, int nPes) throws IOException {
        return hello(secret, pe, nPes, "script " + pe);
    }

    ByteBuffer hello(String secret, int pe, int nPes, String name) throws IOException {
        final ByteBuffer challenge = hear(RendezvousProtocol.CHALLENGE);
        assertEquals(RendezvousProtocol.MAGIC, challenge.getInt());
        assertEquals(RendezvousProtocol.VERSION, challenge.getInt());
        asked = challenge.slice();
        assertEquals(RendezvousProtocol.NONCE_BYTES, asked.remaining());
        final ByteBuffer process = RendezvousProtocol.text(name);
        final ByteBuffer body = ByteBuffer.allocate(
                        2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES + process.remaining())
                .putInt(pe)
                .putInt(nPes)
                .put(new byte[RendezvousProtocol.NONCE_BYTES])
                .put(process)
                .flip();
        return ByteBuffer.allocate(RendezvousProtocol.PROOF_BYTES + body.remaining())
                .put(RendezvousProtocol.proof(secret, RendezvousProtocol.HELLO, asked, body))
                .put(body)
                .flip();
    }

    /** The server's random bytes. */
    ByteBuffer asked() {
        return asked.duplicate();
    }

    void say(byte type, ByteBuffer payload) throws IOException {
        write(RendezvousProtocol.frame(type, payload));
    }

    void say(int type) throws IOException {
        say((byte) type, ByteBuffer.allocate(0));
    }

    /** Bytes as they are. */
    void write(ByteBuffer bytes) throws IOException {
        socket.getOutputStream().write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    /** The payload of the next frame, which has to be of this type. */
    ByteBuffer hear(byte type) throws IOException {
        final byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        assertEquals(type, frame[0], "type of a frame of " + frame.length + " bytes");
        return ByteBuffer.wrap(frame, 1, frame.length - 1).slice();
    }

    String hearText(byte type) throws IOException {
        return RendezvousProtocol.text(hear(type));
    }

    /** Whether the server closes the connection without another word, within milliseconds. */
    boolean isTurnedAway(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        } finally {
            socket.setSoTimeout(MOST_MS);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
