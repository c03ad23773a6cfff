package org.jshmem.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** One connection to a {@link RendezvousServer}, as the server sees it. Used by the server's thread only. */
final class RendezvousCaller {
    /** Why a connection ended. */
    static final class Gone extends Exception {
        private static final long serialVersionUID = 1;

        Gone(String reason) {
            super(reason);
        }
    }

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    private final Deque<ByteBuffer> outgoing = new ArrayDeque<>();

    /** The frame that is being received; null before its length is known. */
    private ByteBuffer frame;

    /** What it was asked in the handshake. */
    final ByteBuffer nonce;

    /** When it has to be admitted. */
    final long deadlineNs = System.nanoTime() + RendezvousProtocol.HANDSHAKE_MS * 1_000_000L;

    /** The PE that it is; −1 before it is admitted. */
    int pe = -1;

    /** Whether it was refused, and only has to read that. */
    boolean isRefused;

    /** Its process and host, for messages; null before it is admitted. */
    String process;

    /** Whether it is the PE of the server's own process. */
    boolean isOwn;

    /** What it publishes with the next fence; null if it has not come to that. */
    ByteBuffer published;

    /** Whether its end is no failure. */
    boolean hasLeft;

    RendezvousCaller(SocketChannel channel, SelectionKey key, ByteBuffer nonce) {
        this.channel = channel;
        this.key = key;
        this.nonce = nonce;
    }

    boolean isAdmitted() {
        return pe >= 0;
    }

    /** The PE and its process, for messages. */
    String name() {
        return "PE " + pe + " (" + process + ")";
    }

    /** The next whole frame, type and payload; null if there is none yet. */
    ByteBuffer receive() throws Gone {
        try {
            if (frame == null && readsFully(length)) {
                frame = ByteBuffer.allocate(checked(length.flip().getInt()));
                length.clear();
            }
            if (frame == null || !readsFully(frame)) {
                return null;
            }
        } catch (IOException e) {
            throw new Gone(String.valueOf(e.getMessage()));
        }
        final ByteBuffer whole = frame.flip();
        frame = null;
        return whole;
    }

    private boolean readsFully(ByteBuffer buffer) throws IOException, Gone {
        if (channel.read(buffer) < 0) {
            throw new Gone("the connection is closed");
        }
        return !buffer.hasRemaining();
    }

    private int checked(int bytes) throws Gone {
        final int most = isAdmitted() ? RendezvousProtocol.MOST_FRAME_BYTES : RendezvousProtocol.MOST_HELLO_BYTES;
        if (bytes < 1 || bytes > most) {
            throw new Gone("it sends a frame of " + bytes + " bytes");
        }
        return bytes;
    }

    /** Sends a frame, or keeps what the connection does not take at once. */
    void send(ByteBuffer whole) throws Gone {
        outgoing.add(whole.duplicate());
        flush();
    }

    /** Sends what was kept. */
    void flush() throws Gone {
        try {
            while (!outgoing.isEmpty()) {
                channel.write(outgoing.getFirst());
                if (outgoing.getFirst().hasRemaining()) {
                    break;
                }
                outgoing.removeFirst();
            }
        } catch (IOException e) {
            throw new Gone(String.valueOf(e.getMessage()));
        }
        if (key.isValid()) {
            key.interestOps(SelectionKey.OP_READ | (outgoing.isEmpty() ? 0 : SelectionKey.OP_WRITE));
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether its process has ended after it left the job. */
    boolean hasEnded() {
        return hasLeft && !isOpen();
    }

    /** The other side's address, for messages. */
    String address() {
        return String.valueOf(channel.socket().getRemoteSocketAddress());
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            outgoing.clear(); // it is gone either way
        }
    }
}
