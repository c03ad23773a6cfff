package org.jshmem.monitor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends what a PE publishes to a {@link Collector}, of this machine or another one. Neither one that cannot be reached
 * nor one that does not read holds the PE up: that there is no connection, or none any more, is told once, and a text
 * that comes before the last one is on its way is left out.
 *
 * <p>Each frame is the length of a text, four bytes, and the text in UTF-8; the first text is the token.
 */
final class Uplink implements AutoCloseable {
    /** Of a longer text, the end is cut off. */
    static final int MOST_BYTES = 1 << 16;

    private static final String VARIABLE = "SHMEM_MONITOR";
    private static final String PROPERTY = "jshmem.monitor";
    private static final int CONNECT_MS = 2000;
    private static final long LAST_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String address;
    private final SocketChannel channel;

    /** What of the last frame has not been sent. */
    private ByteBuffer rest = ByteBuffer.allocate(0);

    private boolean isBroken;

    private Uplink(String address, SocketChannel channel) {
        this.address = address;
        this.channel = channel;
    }

    /** Where the setting says to send to; empty for nowhere. */
    static String setting() {
        final String given = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        return given == null ? "" : given.strip();
    }

    /** Connects, or tells why it cannot; null then, and if there is nothing to connect to. */
    @SuppressWarnings("AddressSelection") // a socket takes the first address of the name, as others do
    static Uplink open(String address) {
        if (address.isEmpty()) {
            return null;
        }
        final int colon = address.lastIndexOf(':');
        final int slash = address.indexOf('/', colon);
        if (colon < 1 || slash < 0 || !address.substring(colon + 1, slash).matches("\\d{1,5}")) {
            tell(address, "it must be HOST:PORT/TOKEN, as shmem-top --listen prints it");
            return null;
        }
        try {
            final SocketChannel channel = connect(new InetSocketAddress(
                    address.substring(0, colon), Integer.parseInt(address.substring(colon + 1, slash))));
            final Uplink uplink = new Uplink(address, channel);
            uplink.send(address.substring(slash + 1));
            return uplink;
        } catch (IOException | RuntimeException e) { // a host that has no address; a port that is none
            tell(address, e.toString());
            return null;
        }
    }

    private static SocketChannel connect(InetSocketAddress address) throws IOException {
        final SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, CONNECT_MS);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void tell(String address, String why) {
        System.err.println(VARIABLE + "=" + address.replaceAll("/.*", "/...") + " gets nothing of this PE: " + why);
    }

    /** Sends a text, unless the last one is still being sent. */
    void send(String text) {
        if (push()) {
            final byte[] bytes = Snapshot.bytes(text, MOST_BYTES);
            rest = ByteBuffer.allocate(Integer.BYTES + bytes.length)
                    .putInt(bytes.length)
                    .put(bytes)
                    .flip();
            push();
        }
    }

    /** Sends what can be sent at once; whether that is all. */
    private boolean push() {
        try {
            if (!isBroken && rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (IOException e) {
            isBroken = true;
            tell(address, "the connection has ended: " + e);
        }
        return !isBroken && !rest.hasRemaining();
    }

    /** Sends the last text, for which the job waits, but not for long. */
    void sendLast(String text) {
        final long start = System.nanoTime();
        while (!push() && !isBroken && System.nanoTime() - start < LAST_NS) {
            LockSupport.parkNanos(LOOK_NS);
        }
        send(text);
        while (!push() && !isBroken && System.nanoTime() - start < LAST_NS) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
