package org.jshmem.bootstrap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Sends and receives frames over a socket: int32 length of the rest, type byte, payload. Sending is thread-safe; only
 * one thread may receive.
 */
final class FrameSocket implements AutoCloseable {
    /** Largest frame that is received, type and payload. */
    private static final int MAX_FRAME_BYTES = 1 << 30;

    private final int fd;
    private final String peer;

    /** @param peer the name of the other side in error messages */
    FrameSocket(int fd, String peer) {
        this.fd = fd;
        this.peer = peer;
    }

    /**
     * Throws if the other side of a Unix socket runs as another user, as the kernel has it. It would not admit this PE,
     * and is not to be trusted.
     */
    void requireSameUser() {
        final long other = Libc.peerUser(fd);
        final long mine = Libc.geteuid();
        if (other != mine) {
            Libc.close(fd);
            throw new ShmemException(
                    peer + " runs as user " + other + ", and this PE as user " + mine + "; run both as one user");
        }
    }

    synchronized void send(byte type, ByteBuffer payload) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment frame = arena.allocate(Integer.BYTES + 1 + payload.remaining());
            frame.asByteBuffer().putInt(1 + payload.remaining()).put(type).put(payload);
            long sent = 0;
            while (sent < frame.byteSize()) {
                final long result = Libc.write(fd, frame.address() + sent, frame.byteSize() - sent);
                if (result < 0 && result != -Libc.EINTR) {
                    throw new ShmemException(peer + " does not answer (" + Libc.errorText(result) + ")");
                }
                sent += Math.max(0, result);
            }
        }
    }

    /** Sends a duplicate of an open file's descriptor. */
    synchronized void sendDescriptor(int descriptor) {
        long result = -Libc.EINTR;
        while (result == -Libc.EINTR) {
            result = Libc.sendDescriptor(fd, descriptor);
        }
        if (result < 0) {
            throw new ShmemException(peer + " does not answer (" + Libc.errorText(result) + ")");
        }
    }

    /** Receives what {@link #sendDescriptor} has sent. */
    int receiveDescriptor() {
        long result = -Libc.EINTR;
        while (result == -Libc.EINTR) {
            result = Libc.receiveDescriptor(fd);
        }
        if (result < 0) {
            throw new ShmemException(peer + " has ended the connection (" + Libc.errorText(result) + ")");
        }
        return (int) result;
    }

    @Override
    public void close() {
        Libc.close(fd);
    }

    /** Receives the next frame: its type and payload. */
    ByteBuffer receive() {
        return readFully(length(MAX_FRAME_BYTES));
    }

    /** Receives the payload of the next frame, which must have this type. */
    ByteBuffer receive(byte type) {
        return receive(type, MAX_FRAME_BYTES);
    }

    /** Receives the payload of the next frame, which must have this type and at most {@code maxBytes}. */
    ByteBuffer receive(byte type, int maxBytes) {
        final ByteBuffer frame = readFully(length(maxBytes + 1));
        if (frame.get() != type) {
            throw new ShmemException(peer + " answers with something else; run all PEs with one version of JSHMEM");
        }
        return frame;
    }

    private int length(int max) {
        final int length = readFully(Integer.BYTES).getInt();
        if (length < 1 || length > max) {
            throw new ShmemException(peer + " sends a frame of " + length + " bytes");
        }
        return length;
    }

    private ByteBuffer readFully(int length) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment bytes = arena.allocate(length);
            long got = 0;
            while (got < length) {
                final long result = Libc.read(fd, bytes.address() + got, length - got);
                if (result == 0 || (result < 0 && result != -Libc.EINTR)) {
                    throw new ShmemException(peer + " has ended the connection; the job is over");
                }
                got += Math.max(0, result);
            }
            return ByteBuffer.allocate(length).put(bytes.asByteBuffer()).flip();
        }
    }
}
