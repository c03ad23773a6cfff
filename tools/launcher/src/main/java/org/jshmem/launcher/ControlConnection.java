package org.jshmem.launcher;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jnr.unixsocket.UnixSocketChannel;
import org.jshmem.bootstrap.LauncherProtocol;

/**
 * One accepted connection on the control socket. Read and written by the server's thread only; {@link #enqueue},
 * {@link #pe} and {@link #handled} may be called from any thread, {@link #admit} by the supervisor.
 *
 * <p><b>Limits.</b> A first frame that has not the length of a HELLO ends the connection before any of its payload is
 * read. No more frames are read while the supervisor has not dealt with {@link #MAX_UNHANDLED}, or before HELLO is
 * accepted {@link #MAX_UNHANDLED_BEFORE_HELLO}, of those that it was told of. The buffer grows with what arrives, never
 * by what is announced.
 */
final class ControlConnection {
    static final int NO_PE = -1;
    private static final int INITIAL_BUFFER_BYTES = 4096;
    private static final int MAX_UNHANDLED = 4;
    private static final int MAX_UNHANDLED_BEFORE_HELLO = 2;

    private final UnixSocketChannel channel;
    private final long peerPid;
    private final Queue<ByteBuffer> outgoing = new ConcurrentLinkedQueue<>();

    /** Frames that the supervisor was told of and has not dealt with. */
    private final AtomicInteger unhandled = new AtomicInteger();

    private ByteBuffer incoming = ByteBuffer.allocate(INITIAL_BUFFER_BYTES);
    private SelectionKey key;
    private boolean hadFirstFrame;
    private boolean turnedAway;
    private volatile boolean paused;
    private volatile int pe = NO_PE;

    ControlConnection(UnixSocketChannel channel, long peerPid) {
        this.channel = channel;
        this.peerPid = peerPid;
    }

    void key(SelectionKey selectionKey) {
        key = selectionKey;
    }

    /** The PE whose HELLO was accepted on this connection, or {@link #NO_PE}. */
    int pe() {
        return pe;
    }

    /** The HELLO of a PE was accepted. */
    void admit(int number) {
        pe = number;
    }

    boolean isAdmitted() {
        return pe != NO_PE;
    }

    /** Notes that it is turned away; false if it was before. */
    boolean turnAway() {
        final boolean first = !turnedAway;
        turnedAway = true;
        return first;
    }

    /** Process that connected, as the kernel says. */
    long peerPid() {
        return peerPid;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether there may be frames that are not read before the supervisor has dealt with others. */
    boolean isPaused() {
        return paused;
    }

    void enqueue(ByteBuffer frame) {
        outgoing.add(frame);
    }

    /** Sends what can be sent without waiting, and asks to be told when the rest can. */
    void write() throws IOException {
        ByteBuffer frame = outgoing.peek();
        while (frame != null) {
            channel.write(frame);
            if (frame.hasRemaining()) {
                break;
            }
            outgoing.remove();
            frame = outgoing.peek();
        }
        chooseInterest();
    }

    private void chooseInterest() {
        key.interestOps((paused ? 0 : SelectionKey.OP_READ) | (outgoing.isEmpty() ? 0 : SelectionKey.OP_WRITE));
    }

    /** The supervisor has dealt with a frame; whether {@link #resume} is to be called for that. */
    boolean handled() {
        unhandled.decrementAndGet();
        return paused;
    }

    /** Reads on after a pause. */
    boolean resume(Consumer<JobEvent> events) throws IOException {
        paused = false;
        return read(events);
    }

    /**
     * Reports every whole frame that has arrived, as far as the limits let it.
     *
     * @return false at the end of the stream
     * @throws ProtocolException when what arrived is no frame
     */
    boolean read(Consumer<JobEvent> events) throws IOException {
        int count = 1;
        takeFrames(events);
        while (count > 0 && !paused) {
            count = channel.read(incoming);
            takeFrames(events);
        }
        if (count >= 0) {
            chooseInterest();
        }
        return count >= 0;
    }

    /** Leaves the buffer with room for more bytes, unless reading is paused. */
    private void takeFrames(Consumer<JobEvent> events) throws ProtocolException {
        incoming.flip();
        while (hasFrame() && hasRoom()) {
            takeFrame(events);
        }
        incoming.compact();
        if (!incoming.hasRemaining() && !paused) {
            incoming = ByteBuffer.allocate(2 * incoming.capacity()).put(incoming.flip());
        }
    }

    private boolean hasFrame() throws ProtocolException {
        if (incoming.remaining() < LauncherProtocol.LENGTH_BYTES) {
            return false;
        }
        final int length = incoming.getInt(incoming.position());
        if (!hadFirstFrame && length != 1 + LauncherProtocol.HELLO_PAYLOAD_BYTES) {
            throw new ProtocolException("its first frame is no HELLO");
        }
        if (length < 1 || length > LauncherProtocol.MAX_FRAME_BYTES) {
            throw new ProtocolException(
                    "frame length=" + length + " is not from 1 to " + LauncherProtocol.MAX_FRAME_BYTES);
        }
        return incoming.remaining() >= LauncherProtocol.LENGTH_BYTES + length;
    }

    /** Pauses otherwise. The supervisor counts down and then looks at the pause; this does it the other way round. */
    private boolean hasRoom() {
        paused = isFull();
        paused = paused && isFull();
        return !paused;
    }

    private boolean isFull() {
        return unhandled.get() >= (isAdmitted() ? MAX_UNHANDLED : MAX_UNHANDLED_BEFORE_HELLO);
    }

    private void takeFrame(Consumer<JobEvent> events) {
        hadFirstFrame = true;
        final int length = incoming.getInt();
        final byte type = incoming.get();
        final byte[] bytes = new byte[length - 1];
        incoming.get(bytes);
        final ByteBuffer payload = ByteBuffer.wrap(bytes);
        unhandled.incrementAndGet();
        events.accept(job -> job.received(this, type, payload));
    }

    void close() {
        incoming = ByteBuffer.allocate(0);
        outgoing.clear();
        try {
            key.cancel();
            channel.close();
        } catch (IOException e) {
            // Closed is closed: the peer sees the end either way.
        }
    }
}
