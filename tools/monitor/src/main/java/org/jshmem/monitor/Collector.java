package org.jshmem.monitor;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Takes what PEs of any machine send ({@link Uplink}) if they know the token, and keeps the last text of each, also of
 * those that have ended, with the time at which it has arrived.
 */
final class Collector implements AutoCloseable {
    /** How long one that has connected may take to say the token. */
    private static final int TOKEN_MS = 10_000;

    private static final int DRAIN_MS = 2000;
    private static final long DRAIN_NS = TimeUnit.MILLISECONDS.toNanos(DRAIN_MS);
    private static final long LOOK_MS = 10;

    /** After one that cannot be accepted. */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** All PEs of a job come at once; the kernel may have a lower limit. */
    private static final int BACKLOG = 4096;

    /** Who says this means it. */
    private static final Pattern LOOPBACK = Pattern.compile("localhost(\\..*)?|ip6-localhost|127\\..*|\\[?::1]?");

    private final ServerSocket server;
    private final String name;
    private final LongSupplier clock;
    private final String token = WebPage.token();
    private final AtomicInteger open = new AtomicInteger();

    /** By connection; what a PE sends replaces what it has sent before. */
    private final Map<Socket, String> texts = new ConcurrentHashMap<>();

    /**
     * Listens.
     *
     * @param name of this machine as PEs know it, or one of its addresses; only there it listens, but everywhere if
     *     this machine itself knows the name as one for itself alone, as Debian has it in /etc/hosts
     * @param port 0 for a free one
     */
    Collector(String name, int port) throws IOException {
        this(name, port, System::currentTimeMillis);
    }

    /** The same, with a clock in milliseconds. */
    Collector(String name, int port, LongSupplier clock) throws IOException {
        this.name = name;
        this.clock = clock;
        server = new ServerSocket();
        final InetAddress address = InetAddress.getByName(name);
        final boolean isOwnName =
                address.isLoopbackAddress() && !LOOPBACK.matcher(name).matches();
        server.bind(isOwnName ? new InetSocketAddress(port) : new InetSocketAddress(address, port), BACKLOG);
        Thread.ofPlatform().daemon().name("shmem-top-collector").start(this::serve);
    }

    /** What the PEs' setting {@code SHMEM_MONITOR} is to be. */
    String address() {
        return name + ":" + server.getLocalPort() + "/" + token;
    }

    List<String> texts() {
        return List.copyOf(texts.values());
    }

    /** Some texts, of PEs that have ended, are not needed any more. */
    void forget(Predicate<String> some) {
        texts.values().removeIf(some);
    }

    /** Waits until all PEs that have connected have ended their connections, but not for long. */
    void drain() throws InterruptedException {
        final long start = System.nanoTime();
        awaitAccepted();
        while (open.get() > 0 && System.nanoTime() - start < DRAIN_NS) {
            Thread.sleep(LOOK_MS);
        }
    }

    /** Connections are accepted in order: when one of its own has ended, those before have been accepted. */
    private void awaitAccepted() {
        try (Socket last = new Socket()) {
            last.connect(server.getLocalSocketAddress(), DRAIN_MS);
            last.setSoTimeout(DRAIN_MS);
            last.shutdownOutput();
            while (last.getInputStream().read() >= 0) {
                // Nothing is ever sent.
            }
        } catch (IOException e) {
            // Closed, or too slow.
        }
    }

    private void serve() {
        boolean hasTold = false;
        while (!server.isClosed()) {
            try {
                accept();
            } catch (IOException e) {
                if (!hasTold && !server.isClosed()) {
                    System.err.println("shmem-top cannot accept a PE (" + e.getMessage()
                            + "); it needs one open file for each PE (ulimit -n), and tries again");
                    hasTold = true;
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void accept() throws IOException {
        final Socket socket = server.accept();
        open.incrementAndGet();
        Thread.ofVirtual().start(() -> {
            read(socket);
            open.decrementAndGet();
        });
    }

    private void read(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            socket.setSoTimeout(TOKEN_MS);
            if (!isToken(frame(in))) {
                return;
            }
            socket.setSoTimeout(0);
            while (true) {
                texts.put(socket, frame(in) + "\n" + Snapshot.ARRIVED + " " + clock.getAsLong());
            }
        } catch (IOException e) {
            texts.computeIfPresent(socket, (_, text) -> text + "\n" + Snapshot.GONE + " " + clock.getAsLong());
        }
    }

    private boolean isToken(String said) {
        return MessageDigest.isEqual(said.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static String frame(DataInputStream in) throws IOException {
        final int length = in.readInt();
        if (length < 0 || length > Uplink.MOST_BYTES) {
            throw new EOFException("a frame of " + length + " bytes");
        }
        final byte[] text = new byte[length];
        in.readFully(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
