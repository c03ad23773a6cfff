package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;

/** A process at which PEs meet, and that says to them what a test wants. */
final class ScriptedServer implements AutoCloseable {
    static final String SECRET = "a secret of sixteen and more";

    private static final int MOST_MS = 20_000;

    private final ServerSocket listener = new ServerSocket();

    ScriptedServer() throws IOException {
        listener.bind(new InetSocketAddress(0));
        listener.setSoTimeout(MOST_MS);
    }

    /** By which a PE finds it at these addresses of this host. */
    RendezvousTicket ticket(String... hosts) {
        return new RendezvousTicket(List.of(hosts), listener.getLocalPort(), SECRET);
    }

    Caller accept() throws IOException {
        return new Caller(listener.accept());
    }

    /** Accepts a PE and admits it. */
    Caller admit() throws IOException {
        final Caller caller = accept();
        caller.welcome(caller.greet());
        return caller;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** One PE. */
    static final class Caller implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final byte[] nonce = new byte[RendezvousProtocol.NONCE_BYTES];

        private Caller(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(MOST_MS);
            in = new DataInputStream(socket.getInputStream());
            nonce[0] = 77;
        }

        /** Challenges it; returns what follows the proof in its HELLO, which has to be right. */
        ByteBuffer greet() throws IOException {
            say(
                    RendezvousProtocol.CHALLENGE,
                    ByteBuffer.allocate(2 * Integer.BYTES + nonce.length)
                            .putInt(RendezvousProtocol.MAGIC)
                            .putInt(RendezvousProtocol.VERSION)
                            .put(nonce)
                            .flip());
            final ByteBuffer hello = hear(RendezvousProtocol.HELLO);
            final byte[] proof = new byte[RendezvousProtocol.PROOF_BYTES];
            hello.get(proof);
            assertArrayEquals(
                    RendezvousProtocol.proof(SECRET, RendezvousProtocol.HELLO, ByteBuffer.wrap(nonce), hello), proof);
            return hello.slice();
        }

        /** Proves that it knows the secret. */
        void welcome(ByteBuffer hello) throws IOException {
            final ByteBuffer asked = hello.slice(2 * Integer.BYTES, RendezvousProtocol.NONCE_BYTES);
            say(
                    RendezvousProtocol.WELCOME,
                    ByteBuffer.wrap(RendezvousProtocol.proof(
                            SECRET, RendezvousProtocol.WELCOME, asked, ByteBuffer.wrap(nonce))));
        }

        void say(byte type, ByteBuffer payload) throws IOException {
            socket.getOutputStream()
                    .write(RendezvousProtocol.frame(type, payload).array());
        }

        /** Begins a frame that does not come. */
        void announce(int bytes) throws IOException {
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array());
        }

        /** The payload of the next frame, which has to be of this type. */
        ByteBuffer hear(byte type) throws IOException {
            final byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            assertEquals(type, frame[0], "type of a frame of " + frame.length + " bytes");
            return ByteBuffer.wrap(frame, 1, frame.length - 1).slice();
        }

        /** Says nothing more, and still listens. */
        void fallSilent() throws IOException {
            socket.shutdownOutput();
        }

        /** As the kernel does for a process that was killed while something had arrived for it. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
