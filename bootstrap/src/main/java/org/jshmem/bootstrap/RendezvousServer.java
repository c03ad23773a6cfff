package org.jshmem.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.RendezvousCaller.Gone;

/**
 * The process at which the PEs of a job without a launcher meet: it admits them, passes on what they publish, and ends
 * the others when one fails. {@link RendezvousProtocol} has the frames.
 *
 * <p>One thread does everything. Each PE keeps its connection for as long as its process lives, so the end of a process
 * is noticed by the end of its connection, as by a launcher; that of a host which vanishes by {@link KeepAlive}.
 *
 * <p><b>The end of a job</b>, by a failure or {@code globalExit}: all PEs of other processes are told, and get a second
 * to close their connections; then the PE of this process is told, which ends the process. When this process itself
 * ends in good order, it waits for the other PEs to leave the job, since they still need their last exchange.
 */
final class RendezvousServer implements AutoCloseable {
    private static final int FAILED = 1;

    /** Connections that may wait to be accepted. */
    private static final int BACKLOG = 4096;

    /** How long PEs get to end when the job is over. */
    private static final long ENDING_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long this process waits at its end for the other PEs to leave. */
    private static final long LEAVING_NS = TimeUnit.SECONDS.toNanos(5);

    /** How long it waits for the PE of this process to end the job, if a signal ends the process. */
    private static final long ABORTING_NS = 2 * ENDING_NS;

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How often the thread looks at the time, while there is a limit. */
    private static final long TICK_MS = 100;

    /** Two processes with the settings of one PE are as a rule a PE and a program that it has started. */
    private static final String STARTED_BY_A_PE =
            "If a PE has started this program, which then is not a PE itself, " + ProcessClaim.REMEDY;

    /** Whoever comes when this job ends is not refused, but tries again and finds the PE 0 of its own job. */
    private static final String OF_THE_NEXT_JOB = "it may be a PE of the next job";

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final String secret;
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final Thread thread = new Thread(this::run, "jshmem-rendezvous");

    /**
     * The random text from which all challenges are made. The kernel's generator is not read for each of them, because
     * that needs a descriptor, and a caller may have taken the last one.
     */
    private final String seed = RendezvousTicket.newSecret();

    private long challenges;

    /** By PE; null before the number of PEs is known. A PE that has ended stays. */
    private RendezvousCaller[] callers;

    /** The frame with what was published by the last complete fence. */
    private ByteBuffer values = RendezvousProtocol.frame(RendezvousProtocol.VALUES, NOTHING);

    /** The last caller that was refused, and why; empty if there was none. */
    private String refused = "";

    /** What all PEs are told when the job is over; null before. */
    private ByteBuffer end;

    private long endingSinceNs;

    /** The number of PEs whose end would be a failure. */
    private volatile int present;

    /** Whether a PE of this process has been admitted. */
    private volatile boolean hasOwnPe;

    private volatile boolean isClosing;

    private RendezvousServer(ServerSocketChannel listener, Selector selector, String secret) {
        this.listener = listener;
        this.selector = selector;
        this.secret = secret;
    }

    /**
     * Listens at a port of all interfaces.
     *
     * @param port 0 for any
     * @param secret what PEs have to know
     * @param nPes the number of PEs; 0 to take that of the first PE
     * @throws ShmemException if the port is taken
     */
    static RendezvousServer listen(int port, String secret, int nPes) {
        final RendezvousServer server;
        try {
            server = open(port, secret);
        } catch (IOException e) {
            throw new ShmemException(
                    "cannot listen for the PEs at port " + port + " (" + e.getMessage()
                            + "); give them another one, or end the process that has it. " + STARTED_BY_A_PE,
                    e);
        }
        if (nPes > 0) {
            server.callers = new RendezvousCaller[nPes];
        }
        server.thread.setDaemon(true);
        server.thread.start();
        Exit.atEnd("jshmem rendezvous end", server::endOfProcess);
        return server;
    }

    private static RendezvousServer open(int port, String secret) throws IOException {
        final ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(new InetSocketAddress(port), BACKLOG);
            listener.configureBlocking(false);
            final RendezvousServer server = new RendezvousServer(listener, Selector.open(), secret);
            listener.register(server.selector, SelectionKey.OP_ACCEPT);
            return server;
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void endOfProcess() {
        final long waitNs = waitNs(Exit.signal());
        final long untilNs = System.nanoTime() + waitNs;
        while (present > 0 && System.nanoTime() < untilNs) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        close();
    }

    private long waitNs(String signal) {
        if (signal.isEmpty()) {
            return LEAVING_NS;
        }
        if (!hasOwnPe) {
            return 0;
        }
        ProgramHooks.await(signal); // so does the PE, before it ends the job
        return ABORTING_NS;
    }

    @Override
    public void close() {
        isClosing = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!isClosing && !isOver()) {
                selector.select(
                        end == null
                                        && callersWhere(caller -> !caller.isAdmitted())
                                                .isEmpty()
                                ? 0
                                : TICK_MS);
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                callersWhere(caller -> !caller.isAdmitted() && System.nanoTime() > caller.deadlineNs)
                        .forEach(RendezvousCaller::close);
                present = callersWhere(caller -> caller.isAdmitted() && !caller.hasLeft)
                        .size();
            }
            if (end != null) {
                tell(callersWhere(caller -> caller.isOwn));
            }
        } catch (IOException e) {
            System.err.println("jshmem: the process at which the PEs meet cannot go on: " + e);
        } finally {
            closeAll();
        }
    }

    private void closeAll() {
        callersWhere(caller -> true).forEach(RendezvousCaller::close);
        try {
            listener.close();
            selector.close();
        } catch (IOException e) {
            System.err.println("jshmem: " + e);
        }
        present = 0;
    }

    private List<RendezvousCaller> callersWhere(Predicate<RendezvousCaller> condition) {
        return selector.keys().stream()
                .map(key -> (RendezvousCaller) key.attachment())
                .filter(caller -> caller != null && caller.isOpen() && condition.test(caller))
                .toList();
    }

    private boolean isOver() {
        return end != null
                && (System.nanoTime() - endingSinceNs > ENDING_NS
                        || callersWhere(caller -> !caller.isOwn).isEmpty());
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
            return;
        }
        final RendezvousCaller caller = (RendezvousCaller) key.attachment();
        try {
            if (key.isWritable()) {
                caller.flush();
            }
            for (ByteBuffer frame = caller.receive(); frame != null; frame = caller.receive()) {
                handle(caller, frame);
            }
        } catch (Gone e) {
            gone(caller, e.getMessage());
        }
    }

    private void accept() {
        try {
            final SocketChannel channel = listener.accept();
            if (channel != null) {
                admit(channel);
            }
        } catch (IOException e) {
            final List<RendezvousCaller> strangers = callersWhere(caller -> !caller.isAdmitted());
            strangers.forEach(RendezvousCaller::close); // a PE among them comes again
            if (strangers.isEmpty()) {
                end(
                        FAILED,
                        "the process at which the PEs meet cannot accept a connection (" + e.getMessage()
                                + "); it needs one open file for each PE (ulimit -n)");
            }
        }
    }

    /** Begins the handshake. */
    private void admit(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            KeepAlive.on(channel);
            final SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            final RendezvousCaller caller = new RendezvousCaller(channel, key, nonce());
            key.attach(caller);
            challenge(caller);
        } catch (IOException e) {
            channel.close(); // it has gone already
        }
    }

    /** Random bytes, other ones for each caller. */
    private ByteBuffer nonce() {
        final ByteBuffer number =
                ByteBuffer.allocate(Long.BYTES).putLong(challenges++).flip();
        return ByteBuffer.wrap(RendezvousProtocol.proof(seed, RendezvousProtocol.WELCOME, number));
    }

    private void challenge(RendezvousCaller caller) {
        send(
                caller,
                RendezvousProtocol.frame(
                        RendezvousProtocol.CHALLENGE,
                        ByteBuffer.allocate(2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES)
                                .putInt(RendezvousProtocol.MAGIC)
                                .putInt(RendezvousProtocol.VERSION)
                                .put(caller.nonce.duplicate())
                                .flip()));
    }

    private void gone(RendezvousCaller caller, String why) {
        caller.close();
        if (caller.isAdmitted() && !caller.hasLeft) {
            end(
                    FAILED,
                    caller.name() + " has ended without a last word (" + why
                            + "): it was killed, or cannot be reached any more");
        }
    }

    private void handle(RendezvousCaller caller, ByteBuffer frame) throws Gone {
        final byte type = frame.get();
        if (end != null || caller.isRefused) {
            return; // it will have read that soon
        }
        if (!caller.isAdmitted()) {
            hello(caller, type, frame);
            return;
        }
        switch (type) {
            case RendezvousProtocol.FENCE -> fence(caller, frame);
            case RendezvousProtocol.VALUES -> send(caller, values);
            case RendezvousProtocol.MISSING ->
                send(caller, RendezvousProtocol.frame(RendezvousProtocol.MISSING, RendezvousProtocol.text(missing())));
            case RendezvousProtocol.LEFT -> caller.hasLeft = true;
            case RendezvousProtocol.ABORT -> abort(caller, frame);
            default -> throw new Gone("it sends a frame of type " + type);
        }
    }

    private void abort(RendezvousCaller caller, ByteBuffer ending) throws Gone {
        if (ending.remaining() < Integer.BYTES) {
            throw new Gone("it ends the job without a status");
        }
        end(ending.getInt(), caller.name() + " " + RendezvousProtocol.text(ending));
    }

    private void hello(RendezvousCaller caller, byte type, ByteBuffer frame) throws Gone {
        final int leastBytes = RendezvousProtocol.PROOF_BYTES + 2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES;
        if (type != RendezvousProtocol.HELLO || frame.remaining() < leastBytes) {
            throw new Gone("it is no PE");
        }
        final byte[] proof = new byte[RendezvousProtocol.PROOF_BYTES];
        frame.get(proof);
        if (!MessageDigest.isEqual(
                proof, RendezvousProtocol.proof(secret, RendezvousProtocol.HELLO, caller.nonce, frame))) {
            requireNotOfTheNextJob();
            refuse(caller, "it has another secret");
            return;
        }
        final int pe = frame.getInt();
        final int nPes = frame.getInt();
        final ByteBuffer nonce = frame.slice(frame.position(), RendezvousProtocol.NONCE_BYTES);
        frame.position(frame.position() + RendezvousProtocol.NONCE_BYTES);
        final String process = RendezvousProtocol.text(frame);
        final String objection = objection(pe, nPes);
        if (objection != null) {
            refuse(caller, objection);
            return;
        }
        callers[pe] = caller;
        caller.pe = pe;
        caller.process = process;
        caller.isOwn = RendezvousConnection.isOwn(nonce);
        if (caller.isOwn) {
            hasOwnPe = true;
        }
        final byte[] own = RendezvousProtocol.proof(secret, RendezvousProtocol.WELCOME, nonce, caller.nonce);
        send(caller, RendezvousProtocol.frame(RendezvousProtocol.WELCOME, ByteBuffer.wrap(own)));
    }

    /** Throws if this job is ending: a PE of it has ended, or all PEs have left. */
    private void requireNotOfTheNextJob() throws Gone {
        if (callers != null
                && (pesWhere(one -> one != null && one.hasEnded()).length > 0
                        || pesWhere(one -> one != null && one.hasLeft).length == callers.length)) {
            throw new Gone(OF_THE_NEXT_JOB);
        }
    }

    /** Why a caller that knows the secret cannot be this PE; null if it can. */
    private String objection(int pe, int nPes) throws Gone {
        if (nPes < 1 || nPes > JobNumbers.MOST_PES || pe < 0 || pe >= nPes) {
            return "PE " + pe + " of " + nPes + " is none";
        }
        if (callers == null) {
            callers = new RendezvousCaller[nPes];
        }
        if (callers.length != nPes) {
            requireNotOfTheNextJob();
            return "it takes the job for one of " + nPes + " PEs, and this one has " + callers.length;
        }
        if (callers[pe] == null) {
            return null;
        }
        if (callers[pe].hasEnded()) {
            throw new Gone(OF_THE_NEXT_JOB);
        }
        return callers[pe].name() + " is there already; give each PE a number of its own. " + STARTED_BY_A_PE;
    }

    private void refuse(RendezvousCaller caller, String reason) {
        refused = caller.address() + ": " + reason;
        caller.isRefused = true;
        send(caller, RendezvousProtocol.frame(RendezvousProtocol.REFUSED, RendezvousProtocol.text(reason)));
    }

    private void fence(RendezvousCaller caller, ByteBuffer published) {
        caller.hasLeft = false;
        caller.published = published;
        if (Arrays.stream(callers).anyMatch(one -> one == null || one.published == null)) {
            return;
        }
        values = RendezvousProtocol.frame(RendezvousProtocol.VALUES, allPublished());
        for (RendezvousCaller one : callers) {
            one.published = null;
        }
        for (RendezvousCaller one : callers) {
            send(one, RendezvousProtocol.frame(RendezvousProtocol.FENCE, NOTHING));
        }
    }

    private void send(RendezvousCaller caller, ByteBuffer frame) {
        try {
            caller.send(frame);
        } catch (Gone e) {
            gone(caller, e.getMessage());
        }
    }

    private ByteBuffer allPublished() {
        final int bytes = Arrays.stream(callers)
                .mapToInt(caller ->
                        caller.published.remaining() + (caller.published.hasRemaining() ? 2 * Integer.BYTES : 0))
                .sum();
        final ByteBuffer all = ByteBuffer.allocate(bytes);
        for (RendezvousCaller caller : callers) {
            if (caller.published.hasRemaining()) {
                all.putInt(caller.pe).putInt(caller.published.remaining()).put(caller.published);
            }
        }
        return all.flip();
    }

    private String missing() {
        final String last = refused.isEmpty() ? "" : "; refused was " + refused;
        final int[] absent = pesWhere(caller -> caller == null);
        if (absent.length > 0) {
            return "not there: " + PeNames.of(absent) + last;
        }
        final int[] ended = pesWhere(caller -> !caller.isOpen());
        final int[] late = pesWhere(caller -> caller.published == null);
        return ended.length > 0
                ? PeNames.of(ended) + " ended after shutdown()"
                : "all are there, and not in the exchange: " + PeNames.of(late);
    }

    private int[] pesWhere(Predicate<RendezvousCaller> condition) {
        return IntStream.range(0, callers.length)
                .filter(pe -> condition.test(callers[pe]))
                .toArray();
    }

    private void end(int status, String reason) {
        if (end == null) {
            end = RendezvousProtocol.frame(RendezvousProtocol.END, RendezvousProtocol.ending(status, reason));
            endingSinceNs = System.nanoTime();
            tell(callersWhere(caller -> caller.isAdmitted() && !caller.isOwn));
            callersWhere(caller -> !caller.isAdmitted()).forEach(RendezvousCaller::close);
        }
    }

    private void tell(List<RendezvousCaller> some) {
        some.forEach(caller -> send(caller, end));
    }
}
