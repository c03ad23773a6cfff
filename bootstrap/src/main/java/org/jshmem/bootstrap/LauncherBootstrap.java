package org.jshmem.bootstrap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Joins a job of {@code shmemrun}: the environment tells the number of this PE, and a Unix socket leads to the
 * launcher.
 *
 * <p>{@link LauncherProtocol} describes the frames on the socket. The launcher sends nothing except answers to an
 * allgather, so no thread waits on the socket: a thread blocked in native code would delay the JVM's exit.
 *
 * <p>The address of the socket is abstract, so no file is left behind. The first call that needs the connection makes
 * it.
 */
public final class LauncherBootstrap extends Bootstrap {
    private static final int FAILED = 1;

    /** How long a refused connection is tried again. */
    private static final long CONNECT_NS = 30_000_000_000L;

    /** Most characters of a message to the launcher, which takes frames of a megabyte. */
    private static final int MOST_TEXT = 1 << 16;

    /** Pause between two attempts. */
    private static final long RETRY_NS = 2_000_000L;

    private final String control;
    private final int pe;
    private final int nPes;

    /** Guards {@link #socket}. */
    private final Object connecting = new Object();

    /** The connection; null before the first use. */
    private FrameSocket socket;

    LauncherBootstrap() {
        requireChildOf(variable(LauncherProtocol.LAUNCHER_PID));
        this.control = variable(LauncherProtocol.CONTROL);
        this.nPes = JobNumbers.size(LauncherProtocol.NPES, variable(LauncherProtocol.NPES));
        this.pe = JobNumbers.rank(LauncherProtocol.PE, variable(LauncherProtocol.PE), LauncherProtocol.NPES, nPes);
    }

    /** Programs that a PE starts inherit its environment; the launcher admits none but its own children. */
    private static void requireChildOf(String launcherPid) {
        if (!Long.toString(Libc.getppid()).equals(launcherPid)) {
            throw new ShmemException("this program is not a PE: a PE of shmemrun has started it, and it has inherited "
                    + LauncherProtocol.CONTROL + "; " + ProcessClaim.REMEDY);
        }
    }

    static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(LauncherProtocol.CONTROL);
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int nPes() {
        return nPes;
    }

    @Override
    public boolean isOneNode() {
        return true;
    }

    @Override
    public synchronized byte[][] allgather(byte[] mine) {
        final FrameSocket launcher = connected();
        launcher.send(LauncherProtocol.GATHER, ByteBuffer.wrap(mine));
        final ByteBuffer reply = launcher.receive();
        if (reply.get() != LauncherProtocol.GATHER || reply.getInt() != nPes) {
            throw new ShmemException(
                    "the launcher answered the wire-up with something else; is shmemrun of the same version?");
        }
        final byte[][] all = new byte[nPes][];
        for (int i = 0; i < nPes; i++) {
            all[i] = new byte[reply.getInt()];
            reply.get(all[i]);
        }
        return all;
    }

    @Override
    public void finish() {
        connected().send(LauncherProtocol.FINISHED, ByteBuffer.allocate(0));
    }

    @Override
    public void leaveEarly(Supplier<String> reason) {
        Exit.atEnd("jshmem end", () -> {
            final String why = reason.get();
            if (why != null) {
                abort(FAILED, why);
            }
        });
    }

    @Override
    public String describe() {
        return "launcher (shmemrun)";
    }

    @Override
    public void globalExit(int status) {
        tell(LauncherProtocol.GLOBAL_EXIT, Exit.status(status), Exit.describeGlobalExit(status));
        Exit.now(Exit.status(status));
    }

    @Override
    public void abort(int status, String message) {
        tell(LauncherProtocol.ABORT, status, message);
    }

    private void tell(byte type, int status, String message) {
        final byte[] text = (message.length() > MOST_TEXT ? message.substring(0, MOST_TEXT) + "…" : message)
                .getBytes(StandardCharsets.UTF_8);
        final ByteBuffer payload =
                ByteBuffer.allocate(Integer.BYTES + text.length).putInt(status).put(text);
        try {
            connected().send(type, payload.flip());
        } catch (ShmemException e) {
            // The launcher has ended, and this process ends with it.
            System.err.println("jshmem: " + e.getMessage());
        }
    }

    /** The connection. It has a lock of its own because another thread may be in an allgather that never ends. */
    private FrameSocket connected() {
        synchronized (connecting) {
            if (socket == null) {
                socket = connect();
            }
            return socket;
        }
    }

    private FrameSocket connect() {
        final long deadline = System.nanoTime() + CONNECT_NS;
        long fd = Libc.connectAbstract(control);
        while (fd == -Libc.ECONNREFUSED && System.nanoTime() < deadline) {
            LockSupport.parkNanos(RETRY_NS);
            fd = Libc.connectAbstract(control);
        }
        if (fd < 0) {
            throw new ShmemException("cannot reach the launcher at the abstract Unix socket \"" + control + "\" ("
                    + Libc.errorText(fd) + "); PEs must run in the network namespace of their shmemrun");
        }
        final FrameSocket connection = new FrameSocket((int) fd, "the launcher");
        connection.requireSameUser();
        final byte[] secret = HexFormat.of().parseHex(variable(LauncherProtocol.SECRET));
        final ByteBuffer hello = ByteBuffer.allocate(LauncherProtocol.HELLO_PAYLOAD_BYTES);
        hello.putInt(LauncherProtocol.VERSION)
                .putInt(pe)
                .putLong(ProcessHandle.current().pid())
                .put(secret)
                .flip();
        connection.send(LauncherProtocol.HELLO, hello);
        return connection;
    }

    private static String variable(String name) {
        final String value = System.getenv(name);
        if (value == null) {
            throw new ShmemException(LauncherProtocol.CONTROL + " is set and " + name
                    + " is not; start PEs by shmemrun, which sets both, or " + ProcessClaim.REMEDY);
        }
        return value;
    }
}
