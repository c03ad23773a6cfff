package org.jshmem.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jnr.enxio.channels.NativeSelectorProvider;
import jnr.unixsocket.Credentials;
import jnr.unixsocket.UnixServerSocketChannel;
import jnr.unixsocket.UnixSocketAddress;
import jnr.unixsocket.UnixSocketChannel;

/**
 * The control socket of a job: an abstract Unix socket served by one thread, which turns what arrives into {@link JobEvent}s.
 *
 * <p>Loading jnr takes longer than starting a JVM, so all of it happens on this thread while the PEs start; a PE that is
 * faster tries again until the socket answers. Every process of the machine may connect to an abstract socket: those of other
 * users are turned away here by the kernel's word, those of the same user by the supervisor, which knows pids and secret.
 */
final class ControlServer {
    private static final int BACKLOG = 1024;
    private static final long CLOSE_MILLIS = 100;

    private final JobIdentity identity;
    private final Consumer<JobEvent> events;
    private final Thread thread = new Thread(this::run, "shmemrun-control");
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final List<ControlConnection> connections = new ArrayList<>();
    private int ownUid;
    private UnixServerSocketChannel server;
    private Selector loopSelector;
    private volatile Selector selector;
    private volatile boolean closed;

    ControlServer(final JobIdentity identity, final Consumer<JobEvent> events) {
        this.identity = identity;
        this.events = events;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Sends a frame; {@code frame} must not be written to any more. */
    void send(final ControlConnection connection, final ByteBuffer frame) {
        connection.enqueue(frame);
        request(() -> write(connection));
    }

    void disconnect(final ControlConnection connection) {
        request(() -> drop(connection));
    }

    /** Asks for {@link JobEvent.Handler#drained} once everything that {@code pe}, whose process has ended, had sent is reported. */
    void drain(final int pe) {
        if (selector == null) {
            // Nobody can have connected yet.
            events.accept(job -> job.drained(pe));
            return;
        }
        request(() -> {
            serveAll();
            events.accept(job -> job.drained(pe));
        });
    }

    /** Ends the service; waits a little for its thread, which inside native code would delay the end of the JVM. */
    void close() throws InterruptedException {
        closed = true;
        if (selector != null) {
            selector.wakeup();
            thread.join(CLOSE_MILLIS);
        }
    }

    private void request(final Runnable action) {
        requests.add(action);
        selector.wakeup();
    }

    private void run() {
        try {
            open();
            while (!closed) {
                loopSelector.select();
                serveRequests();
                serveSelected();
            }
            connections.forEach(ControlConnection::close);
            server.close();
        } catch (final IOException | RuntimeException | LinkageError e) {
            events.accept(job -> job.serverFailed(e));
        }
    }

    private void open() throws IOException {
        loopSelector = NativeSelectorProvider.getInstance().openSelector();
        server = UnixServerSocketChannel.open();
        server.configureBlocking(false);
        ownUid = ProcFiles.uid();
        selector = loopSelector;
        server.socket().bind(new UnixSocketAddress("\0" + identity.socketName()), BACKLOG);
        server.register(loopSelector, SelectionKey.OP_ACCEPT);
    }

    private void serveRequests() {
        Runnable request = requests.poll();
        while (request != null) {
            request.run();
            request = requests.poll();
        }
    }

    private void serveSelected() throws IOException {
        final Iterator<SelectionKey> keys = loopSelector.selectedKeys().iterator();
        while (keys.hasNext()) {
            final SelectionKey key = keys.next();
            keys.remove();
            if (key.attachment() instanceof ControlConnection connection) {
                serve(connection);
            } else {
                acceptAll();
            }
        }
    }

    private void serveAll() {
        try {
            acceptAll();
        } catch (final IOException e) {
            events.accept(job -> job.serverFailed(e));
        }
        List.copyOf(connections).forEach(this::read);
    }

    private void acceptAll() throws IOException {
        UnixSocketChannel channel = server.accept();
        while (channel != null) {
            admit(channel);
            channel = server.accept();
        }
    }

    private void admit(final UnixSocketChannel channel) throws IOException {
        final Credentials peer = channel.socket().getCredentials();
        if (peer.getUid() != ownUid) {
            channel.close();
            reject("pid " + peer.getPid() + " of user id " + peer.getUid());
            return;
        }
        channel.configureBlocking(false);
        final ControlConnection connection = new ControlConnection(channel, peer.getPid());
        connection.key(channel.register(loopSelector, SelectionKey.OP_READ, connection));
        connections.add(connection);
    }

    private void reject(final String reason) {
        events.accept(job -> job.turnedAway(reason));
    }

    private void serve(final ControlConnection connection) {
        write(connection);
        read(connection);
    }

    private void write(final ControlConnection connection) {
        if (!connection.isOpen()) {
            return;
        }
        try {
            connection.write();
        } catch (final IOException e) {
            // The peer is gone; its exit tells the supervisor more than this error could.
            drop(connection);
        }
    }

    private void read(final ControlConnection connection) {
        if (!connection.isOpen()) {
            return;
        }
        try {
            if (!connection.read(events)) {
                drop(connection);
            }
        } catch (final IOException e) {
            reject("pid " + connection.peerPid() + ": " + e.getMessage());
            drop(connection);
        }
    }

    private void drop(final ControlConnection connection) {
        connection.close();
        connections.remove(connection);
    }
}
