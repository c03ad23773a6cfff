package org.jshmem.bootstrap;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.ShmemException;

/**
 * The connection of a PE to the {@link RendezvousServer} of its job. Sending is thread-safe.
 *
 * <p>A thread reads from it for as long as the process lives, so that the end of the job ends this process. It is
 * closed before the JVM ends, since a thread that is blocked in a system call would delay that.
 */
final class RendezvousConnection {
    /** Exit status when the server is gone. */
    private static final int FAILED = 1;

    private static final int CONNECT_MS = 5000;
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long the report of missing PEs waits for the server's answer. */
    private static final long MISSING_MS = 2000;

    /** How long this PE gives the server to tell the others that the job is over. */
    private static final long ABORT_MS = 2000;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The random bytes of all HELLOs of this process. */
    private static final Set<ByteBuffer> NONCES = ConcurrentHashMap.newKeySet();

    /** What the queues end with. */
    private static final ByteBuffer OVER = ByteBuffer.allocate(0);

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final String host;
    private final int pe;
    private final Thread reader = new Thread(this::read, "jshmem-rendezvous-reader");

    /** Whether both sides have proved that they know the secret; set before the reader starts. */
    private boolean isAdmitted;

    /** Answers for the thread of the program, and for the one that asks who is missing; {@link #OVER} is the last. */
    private final BlockingQueue<ByteBuffer> answers = new LinkedBlockingQueue<>();

    private final BlockingQueue<ByteBuffer> missing = new LinkedBlockingQueue<>();

    /** Whether the end of the connection means nothing to this PE. */
    private volatile boolean mayEnd;

    /** Whether this PE itself ends the job. */
    private volatile boolean isAborting;

    private RendezvousConnection(Socket socket, String host, int pe) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
        this.host = host;
        this.pe = pe;
        socket.setTcpNoDelay(true);
        KeepAlive.on(socket);
    }

    /**
     * Connects as a PE, and tries again for some time if nobody is there yet.
     *
     * @param limitSeconds 0 for no limit
     * @throws ShmemException if the server does not admit this PE, or there is none
     */
    static RendezvousConnection open(RendezvousTicket ticket, int pe, int nPes, int limitSeconds) {
        boolean wasInterrupted = false;
        try {
            final long startNs = System.nanoTime();
            long pauseNs = FIRST_PAUSE_NS;
            while (true) {
                final List<String> failures = new ArrayList<>();
                ShmemException refusal = null;
                for (String host : ticket.hosts()) {
                    try {
                        return open(host, ticket, pe, nPes);
                    } catch (IOException e) {
                        failures.add(host + ": " + reason(e));
                    } catch (ShmemException e) {
                        refusal = e; // this address may mean another host here
                    }
                }
                if (refusal != null) {
                    throw refusal;
                }
                if (limitSeconds > 0 && System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(limitSeconds)) {
                    throw new ShmemException(
                            "PE " + pe + " has found nobody at " + ticket.place() + " for " + limitSeconds
                                    + " seconds (" + String.join("; ", failures)
                                    + "); the process that is to be met there has to run, and to be"
                                    + " reached by that name and port, where no earlier job may run any more"
                                    + " (SHMEM_INIT_TIMEOUT is how long is tried)");
                }
                wasInterrupted |= Thread.interrupted(); // else it would not pause
                LockSupport.parkNanos(pauseNs);
                pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @SuppressWarnings("AddressSelection") // a ticket names addresses one by one, and a setting one host
    private static RendezvousConnection open(String host, RendezvousTicket ticket, int pe, int nPes)
            throws IOException {
        final Socket socket = new Socket();
        boolean isOpen = false;
        try {
            socket.connect(new InetSocketAddress(host, ticket.port()), CONNECT_MS);
            socket.setSoTimeout(RendezvousProtocol.HANDSHAKE_MS);
            final RendezvousConnection connection = new RendezvousConnection(socket, host, pe);
            connection.introduce(ticket, nPes);
            connection.isAdmitted = true;
            socket.setSoTimeout(0);
            connection.reader.setDaemon(true);
            connection.reader.start();
            isOpen = true;
            return connection;
        } finally {
            if (!isOpen) {
                socket.close();
            }
        }
    }

    /**
     * Whether a HELLO comes from this process. Its pid and host do not tell: containers on one host may have the same.
     *
     * @param nonce its random bytes
     */
    static boolean isOwn(ByteBuffer nonce) {
        return NONCES.contains(nonce);
    }

    private void introduce(RendezvousTicket ticket, int nPes) throws IOException {
        final ByteBuffer challenge = frame();
        if (challenge.get() != RendezvousProtocol.CHALLENGE
                || challenge.remaining() != 2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES
                || challenge.getInt() != RendezvousProtocol.MAGIC) {
            throw new IOException("who listens there is no PE of JSHMEM");
        }
        if (challenge.getInt() != RendezvousProtocol.VERSION) {
            throw new ShmemException(
                    "the process met at " + host + " has another version of JSHMEM; run all PEs with one");
        }
        final ByteBuffer nonce = ByteBuffer.wrap(RandomBytes.of(RendezvousProtocol.NONCE_BYTES));
        NONCES.add(nonce);
        final ByteBuffer process = RendezvousProtocol.text(RendezvousProtocol.thisProcess());
        final ByteBuffer hello = ByteBuffer.allocate(RendezvousProtocol.PROOF_BYTES
                + 2 * Integer.BYTES
                + RendezvousProtocol.NONCE_BYTES
                + process.remaining());
        hello.position(RendezvousProtocol.PROOF_BYTES);
        hello.putInt(pe).putInt(nPes).put(nonce.duplicate()).put(process).flip();
        final ByteBuffer body = hello.duplicate().position(RendezvousProtocol.PROOF_BYTES);
        hello.put(RendezvousProtocol.proof(ticket.secret(), RendezvousProtocol.HELLO, challenge, body))
                .rewind();
        send(RendezvousProtocol.HELLO, hello);
        admitted(frame(), RendezvousProtocol.proof(ticket.secret(), RendezvousProtocol.WELCOME, nonce, challenge));
    }

    private void admitted(ByteBuffer answer, byte[] expected) throws IOException {
        final byte type = answer.get();
        if (type == RendezvousProtocol.REFUSED) {
            throw new ShmemException(
                    "the process met at " + host + " does not admit PE " + pe + ": " + RendezvousProtocol.text(answer));
        }
        if (type != RendezvousProtocol.WELCOME || !MessageDigest.isEqual(expected, rest(answer))) {
            throw new IOException("who listens there does not know the secret");
        }
    }

    private static byte[] rest(ByteBuffer buffer) {
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    String host() {
        return host;
    }

    private ByteBuffer frame() throws IOException {
        final int length = in.readInt();
        final int most = isAdmitted ? RendezvousProtocol.MOST_FRAME_BYTES : RendezvousProtocol.MOST_HELLO_BYTES;
        if (length < 1 || length > most) {
            throw new IOException("it sends a frame of " + length + " bytes");
        }
        final byte[] frame = new byte[length];
        in.readFully(frame);
        return ByteBuffer.wrap(frame);
    }

    private synchronized void send(byte type, ByteBuffer payload) throws IOException {
        out.write(RendezvousProtocol.frame(type, payload).array());
    }

    /** Sends a frame and waits for the answer's payload. Used by one thread at a time. */
    ByteBuffer ask(byte type, ByteBuffer payload) {
        mayEnd = false;
        try {
            send(type, payload);
            final ByteBuffer answer = awaitAnswer();
            if (answer == OVER) { // by identity
                answers.add(OVER);
                throw new EOFException();
            }
            return answer;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /** An interrupt of the thread ends no wait for other PEs. */
    private ByteBuffer awaitAnswer() {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return answers.take();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Asks who is not there, beside a thread that waits in {@link #ask}; empty if there is no answer. */
    String askMissing() {
        try {
            send(RendezvousProtocol.MISSING, NOTHING);
            final ByteBuffer answer = missing.poll(MISSING_MS, TimeUnit.MILLISECONDS);
            return answer == null ? "" : RendezvousProtocol.text(answer);
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** Tells that the PE has left; the end of the connection is no failure until it asks again. */
    void leave() {
        mayEnd = true;
        try {
            send(RendezvousProtocol.LEFT, NOTHING);
        } catch (IOException e) {
            answers.add(OVER); // nobody needs this PE any more
        }
    }

    /** Ends the job; returns when the other PEs have been told. */
    void abort(int status, String reason) {
        isAborting = true;
        try {
            send(RendezvousProtocol.ABORT, RendezvousProtocol.ending(status, reason));
        } catch (IOException e) {
            throw lost(e);
        }
        join(ABORT_MS);
    }

    /** Closes the connection in good order, or after {@link #abort}. */
    void close() {
        mayEnd = true;
        closeSocket();
        join(ABORT_MS);
    }

    private void join(long millis) {
        try {
            reader.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) {
            answers.add(OVER); // it is closed either way
        }
    }

    private void read() {
        try {
            boolean isOver = false;
            while (!isOver) {
                final ByteBuffer frame = frame();
                switch (frame.get()) {
                    case RendezvousProtocol.MISSING -> missing.add(frame);
                    case RendezvousProtocol.END -> {
                        isOver = true;
                        ended(frame.getInt(), RendezvousProtocol.text(frame));
                    }
                    default -> answers.add(frame);
                }
            }
        } catch (IOException e) {
            if (!mayEnd && !isAborting) {
                ended(FAILED, lost(e).getMessage());
            }
        }
        answers.add(OVER);
    }

    /** Ends this process, because the job has ended. */
    private void ended(int status, String reason) {
        if (isAborting) {
            return;
        }
        if (status != 0) {
            System.err.println(
                    "jshmem: PE " + pe + " (pid " + ProcessHandle.current().pid() + ") ends: " + reason);
        }
        Exit.now(status);
    }

    private ShmemException lost(IOException e) {
        return new ShmemException("the process met at " + host + " has ended (" + reason(e) + ")", e);
    }

    /** The end of a stream comes without a message. */
    private static String reason(IOException e) {
        return e instanceof EOFException ? "the connection is closed" : e.getMessage();
    }
}
