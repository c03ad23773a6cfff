package org.jshmem.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jnr.unixsocket.UnixSocketChannel;

/**
 * One accepted connection on the control socket. Read and written by the server's thread only; {@link #enqueue} may be called
 * from any thread, {@link #pe} belongs to the supervisor.
 */
final class ControlConnection {
    static final int NO_PE = -1;
    private static final int INITIAL_BUFFER_BYTES = 4096;

    private final UnixSocketChannel channel;
    private final long peerPid;
    private final Queue<ByteBuffer> outgoing = new ConcurrentLinkedQueue<>();
    private ByteBuffer incoming = ByteBuffer.allocate(INITIAL_BUFFER_BYTES);
    private SelectionKey key;
    private int pe = NO_PE;

    ControlConnection(final UnixSocketChannel channel, final long peerPid) {
        this.channel = channel;
        this.peerPid = peerPid;
    }

    void key(final SelectionKey selectionKey) {
        key = selectionKey;
    }

    /** The PE whose HELLO was accepted on this connection, or {@link #NO_PE}. */
    int pe() {
        return pe;
    }

    void pe(final int number) {
        pe = number;
    }

    /** Process that connected, as the kernel says. */
    long peerPid() {
        return peerPid;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    void enqueue(final ByteBuffer frame) {
        outgoing.add(frame);
    }

    /** Sends what can be sent without waiting, and asks to be told when the rest can. */
    void write() throws IOException {
        ByteBuffer frame = outgoing.peek();
        while (frame != null) {
            channel.write(frame);
            if (frame.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                return;
            }
            outgoing.remove();
            frame = outgoing.peek();
        }
        key.interestOps(SelectionKey.OP_READ);
    }

    /**
     * Reports every whole frame that has arrived.
     *
     * @return false at the end of the stream
     */
    boolean read(final Consumer<JobEvent> events) throws IOException {
        while (true) {
            final int count = channel.read(incoming);
            if (count <= 0) {
                return count == 0;
            }
            incoming.flip();
            while (takeFrame(events)) {
                // Until only part of a frame is left.
            }
            incoming.compact();
            reserveNextFrame();
        }
    }

    private boolean takeFrame(final Consumer<JobEvent> events) throws IOException {
        if (incoming.remaining() < FrameDescriptor.LENGTH_BYTES) {
            return false;
        }
        final int length = incoming.getInt(incoming.position());
        if (length < 1 || length > FrameDescriptor.MAX_FRAME_BYTES) {
            throw new IOException("frame length=" + length);
        }
        if (incoming.remaining() < FrameDescriptor.LENGTH_BYTES + length) {
            return false;
        }
        incoming.getInt();
        final byte type = incoming.get();
        final byte[] bytes = new byte[length - 1];
        incoming.get(bytes);
        final ByteBuffer payload = ByteBuffer.wrap(bytes);
        events.accept(job -> job.received(this, type, payload));
        return true;
    }

    private void reserveNextFrame() {
        if (incoming.position() < FrameDescriptor.LENGTH_BYTES) {
            return;
        }
        final int needed = FrameDescriptor.LENGTH_BYTES + incoming.getInt(0);
        if (needed > incoming.capacity()) {
            incoming = ByteBuffer.allocate(needed).put(incoming.flip());
        }
    }

    void close() {
        try {
            key.cancel();
            channel.close();
        } catch (final IOException e) {
            // Closed is closed: the peer sees the end either way.
        }
    }
}
