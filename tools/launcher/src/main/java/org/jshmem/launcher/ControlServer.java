package org.jshmem.launcher;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jnr.enxio.channels.NativeSelectorProvider;
import jnr.unixsocket.Credentials;
import jnr.unixsocket.UnixServerSocketChannel;
import jnr.unixsocket.UnixSocketAddress;
import jnr.unixsocket.UnixSocketChannel;

/**
 * The control socket of a job: an abstract Unix socket served by one thread, which turns what arrives into
 * {@link JobEvent}s.
 *
 * <p>Loading jnr takes longer than starting a JVM, so all of it happens on this thread while the PEs start; a PE that
 * is faster tries again until the socket answers. Every process of the machine may connect to an abstract socket: those
 * of other users, and those that are no PE, are turned away here by the kernel's word; the supervisor asks for the
 * secret too.
 *
 * <p><b>Limits.</b> Strangers can make this neither large nor slow: their connections do not stay, and after some of
 * them PEs are served. What a PE may send is bounded ({@link ControlConnection}), and so is the number of connections
 * that have not said HELLO, the oldest making room for a new one.
 *
 * <p><b>Failure.</b> Whatever ends the thread, a lack of memory included, ends the job
 * ({@link JobEvent.Handler#launcherFailed}). What is asked of the server after that is done by whoever asks, without
 * the socket.
 */
final class ControlServer {
    private static final int BACKLOG = 1024;
    private static final int ACCEPTED_AT_ONCE = 64;
    private static final int SPARE_CONNECTIONS = 64;
    private static final long CLOSE_MILLIS = 100;

    private final JobIdentity identity;
    private final Consumer<JobEvent> events;
    private final TurnedAway turnedAway;
    private final int unadmittedLimit;
    private final Thread thread = new Thread(this::run, "shmemrun-control");
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final List<ControlConnection> connections = new ArrayList<>();
    private final Set<Long> pids = ConcurrentHashMap.newKeySet();
    private int ownUid;
    private UnixServerSocketChannel server;
    private Selector loopSelector;
    private volatile Selector selector;
    private volatile boolean closed;
    private volatile boolean ended;

    /** @param npes how many PEs will connect */
    ControlServer(JobIdentity identity, int npes, Consumer<JobEvent> events, TurnedAway turnedAway) {
        this.identity = identity;
        this.events = events;
        this.turnedAway = turnedAway;
        this.unadmittedLimit = npes + SPARE_CONNECTIONS;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A PE has this process. */
    void expect(long pid) {
        pids.add(pid);
    }

    /** Sends a frame; {@code frame} must not be written to any more. */
    void send(ControlConnection connection, ByteBuffer frame) {
        connection.enqueue(frame);
        request(() -> write(connection));
    }

    /** Ends a connection that is not of a PE, or whose PE does not keep to the protocol. */
    void reject(ControlConnection connection, String reason) {
        request(() -> turnAway(connection, reason));
    }

    /** A frame that was reported is dealt with: others may be read. */
    void handled(ControlConnection connection) {
        if (connection.handled()) {
            request(() -> resume(connection));
        }
    }

    /**
     * Asks for {@link JobEvent.Handler#drained} once everything that {@code pe}, whose process has ended, had sent is
     * reported.
     */
    void drain(int pe) {
        if (selector == null && !ended) {
            // Nobody can have connected yet.
            events.accept(job -> job.drained(pe));
            return;
        }
        request(() -> reportDrained(pe));
    }

    private void reportDrained(int pe) {
        if (!ended) {
            serveAll();
            if (connections.stream().anyMatch(connection -> mayHoldFrames(connection, pe))) {
                // The supervisor deals with those that hold them up before it asks again.
                events.accept(job -> drain(pe));
                return;
            }
        }
        events.accept(job -> job.drained(pe));
    }

    private static boolean mayHoldFrames(ControlConnection connection, int pe) {
        return connection.isPaused() && (connection.pe() == pe || !connection.isAdmitted());
    }

    /** Ends the service; waits a little for its thread, which inside native code would delay the end of the JVM. */
    void close() throws InterruptedException {
        closed = true;
        if (selector != null) {
            selector.wakeup();
            thread.join(CLOSE_MILLIS);
        }
    }

    private void request(Runnable action) {
        requests.add(action);
        if (ended) {
            serveRequests();
        } else {
            selector.wakeup();
        }
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
        } catch (Throwable t) {
            connections.forEach(ControlConnection::close);
            connections.clear();
            events.accept(job -> job.launcherFailed("the control socket @" + identity.socketName(), t));
        } finally {
            ended = true;
            serveRequests();
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
                accept(ACCEPTED_AT_ONCE);
            }
        }
    }

    /** What a PE has sent before now is in one of the connections, or in one that waits to be accepted. */
    private void serveAll() {
        try {
            accept(BACKLOG);
        } catch (IOException e) {
            events.accept(job -> job.launcherFailed("the control socket @" + identity.socketName(), e));
        }
        List.copyOf(connections).forEach(this::read);
    }

    private void accept(int most) throws IOException {
        UnixSocketChannel channel = server.accept();
        for (int i = 1; channel != null && i < most; i++) {
            admit(channel);
            channel = server.accept();
        }
        if (channel != null) {
            admit(channel);
        }
    }

    private void admit(UnixSocketChannel channel) throws IOException {
        final Credentials peer = channel.socket().getCredentials();
        if (peer.getUid() != ownUid) {
            turnedAway.add("pid " + peer.getPid() + " of user id " + Integer.toUnsignedString(peer.getUid()));
            channel.close();
            return;
        }
        if (!isPe(peer.getPid())) {
            turnedAway.add("pid " + peer.getPid() + " is no PE of this job" + TurnedAway.REMEDY);
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        final ControlConnection connection = new ControlConnection(channel, peer.getPid());
        connection.key(channel.register(loopSelector, SelectionKey.OP_READ, connection));
        connections.add(connection);
        limitUnadmitted();
    }

    /**
     * The launcher has no children but PEs, which may connect before they are expected; one that has ended already was.
     */
    private boolean isPe(long pid) {
        return pids.contains(pid) || ProcFiles.parent(pid) == identity.launcherPid();
    }

    private void limitUnadmitted() {
        ControlConnection oldest = null;
        int unadmitted = 0;
        for (ControlConnection connection : connections) {
            if (!connection.isAdmitted()) {
                oldest = oldest == null ? connection : oldest;
                unadmitted++;
            }
        }
        if (unadmitted > unadmittedLimit) {
            turnAway(oldest, "too many connections have not said HELLO");
        }
    }

    private void serve(ControlConnection connection) {
        write(connection);
        read(connection);
    }

    private void write(ControlConnection connection) {
        if (!connection.isOpen()) {
            return;
        }
        try {
            connection.write();
        } catch (IOException e) {
            // The peer is gone; its exit tells the supervisor more than this error could.
            drop(connection);
        }
    }

    private void read(ControlConnection connection) {
        read(connection, false);
    }

    private void resume(ControlConnection connection) {
        read(connection, true);
    }

    private void read(ControlConnection connection, boolean afterPause) {
        if (!connection.isOpen()) {
            return;
        }
        try {
            if (!(afterPause ? connection.resume(events) : connection.read(events))) {
                drop(connection);
            }
        } catch (ProtocolException e) {
            turnAway(connection, e.getMessage());
        } catch (IOException e) {
            // Reset by a peer that was killed: as its end.
            drop(connection);
        }
    }

    private void turnAway(ControlConnection connection, String reason) {
        if (connection.turnAway()) {
            turnedAway.add("pid " + connection.peerPid() + ": " + reason);
        }
        drop(connection);
    }

    private void drop(ControlConnection connection) {
        connection.close();
        connections.remove(connection);
    }
}
