package org.jshmem.launcher.pe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A PE's side of the control socket. */
public final class ControlClient {
    /** Written out, not those of the launcher, so that a change of the protocol is noticed. */
    public static final int VERSION = 2;

    public static final byte HELLO = 1;

    public static final byte GATHER = 2;
    public static final byte FINALIZED = 3;
    public static final byte GLOBAL_EXIT = 5;
    public static final byte ABORT = 6;

    private static final int NO_SOCKET = -1;
    private static final long RETRY_MILLIS = 5;

    private int fd = NO_SOCKET;

    /** Connects if need be. */
    public ControlClient connected() throws InterruptedException {
        return connected(VERSION, System.getenv("JSHMEM_PE"), System.getenv("JSHMEM_SECRET"));
    }

    /** Connects if need be, with a version, a number of a PE and a secret that may be wrong. */
    public ControlClient connected(int version, String pe, String secret) throws InterruptedException {
        if (fd != NO_SOCKET) {
            return this;
        }
        open();
        final byte[] secretBytes = HexFormat.of().parseHex(secret);
        send(
                HELLO,
                ByteBuffer.allocate(16 + secretBytes.length)
                        .putInt(version)
                        .putInt(Integer.parseInt(pe))
                        .putLong(ProcessHandle.current().pid())
                        .put(secretBytes)
                        .array());
        return this;
    }

    /** Connects and says nothing. */
    public ControlClient open() throws InterruptedException {
        while (fd == NO_SOCKET) {
            fd = Libc.connect(System.getenv("JSHMEM_CONTROL"));
            Thread.sleep(fd == NO_SOCKET ? RETRY_MILLIS : 0);
        }
        return this;
    }

    /** Sends one frame. */
    public void send(byte type, byte... payload) {
        Libc.write(
                fd,
                ByteBuffer.allocate(5 + payload.length)
                        .putInt(1 + payload.length)
                        .put(type)
                        .put(payload)
                        .array());
    }

    /** Sends a frame that starts with a status. */
    public void sendStatus(byte type, int status, String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        send(
                type,
                ByteBuffer.allocate(4 + bytes.length).putInt(status).put(bytes).array());
    }

    /** Waits for one frame and returns its payload; null when the launcher has closed the connection. */
    public ByteBuffer receive() {
        final byte[] header = Libc.read(fd, 5);
        if (header == null) {
            return null;
        }
        return ByteBuffer.wrap(Libc.read(fd, ByteBuffer.wrap(header).getInt() - 1));
    }
}
