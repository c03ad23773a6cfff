package org.jshmem.bootstrap;

import java.util.Map;
import java.util.function.Supplier;
import org.jshmem.ShmemException;

/**
 * How a PE learns who it is and synchronizes with the other PEs of its job. Used by init, shutdown and exit only, by
 * one thread at a time except {@link #globalExit} and {@link #abort}.
 */
public abstract class Bootstrap {
    /** The choice that leaves it to the environment. */
    public static final String AUTO = "auto";

    private static Bootstrap ofProcess;

    /** For implementers. */
    protected Bootstrap() {}

    /**
     * The bootstrap of this process: that of the launcher that started it, or else a job of one PE.
     *
     * @param choice {@value #AUTO} to choose by the environment, or {@code launcher}, {@code pmi1}, {@code pmix} or
     *     {@code single}: the value of {@code SHMEM_BOOTSTRAP}; of no effect after the first call
     * @return always the same: a process is one PE of one job, however often its library is started
     * @throws ShmemException if there is none that could do, or the JVM does not let the library call C
     */
    public static synchronized Bootstrap ofProcess(String choice) {
        if (ofProcess == null) {
            NativeAccess.require();
            final Map<String, String> environment = System.getenv();
            ofProcess = BootstrapChoice.of(environment, choice).connect(environment);
        }
        return ofProcess;
    }

    /**
     * This PE's number.
     *
     * @return 0 … {@link #nPes()} − 1
     */
    public abstract int pe();

    /**
     * The number of PEs.
     *
     * @return at least 1
     */
    public abstract int nPes();

    /**
     * Exchanges some bytes among all PEs; collective.
     *
     * @param mine this PE's
     * @return every PE's, by PE number
     */
    public abstract byte[][] allgather(byte[] mine);

    /**
     * Whether it is known beforehand that all PEs share memory.
     *
     * @return false if they may be on several nodes
     */
    public boolean isOneNode() {
        return false;
    }

    /** Tells that this PE has ended its part in the job in good order; collective, without waiting. */
    public abstract void finished();

    /**
     * The program has left the library before the other PEs, because of an exception. Unless the library comes to its
     * end after all, the job has failed when this process ends, however that ends.
     *
     * @param reason asked at the end of the JVM: what this PE did, for the user; null if it has ended in good order
     */
    public abstract void isLeftEarly(Supplier<String> reason);

    /**
     * Ends all PEs of the job and this process; does not return.
     *
     * @param status the job's exit status
     */
    public abstract void globalExit(int status);

    /**
     * Who is not there, where the others wait for PEs that do not come; any thread may call.
     *
     * @return words that follow a semicolon; empty where the launcher says so itself
     */
    public String missing() {
        return "";
    }

    /**
     * For how long this PE leaves it to others, of which it knows that they can say more, to tell who is missing.
     *
     * @return seconds
     */
    public int deference() {
        return 0;
    }

    /**
     * How this PE was started.
     *
     * @return a few words
     */
    public abstract String describe();

    /**
     * Tells why this PE is about to fail.
     *
     * @param status the exit status to come
     * @param message for the user
     */
    public abstract void abort(int status, String message);

    /**
     * Ends this process, and with it the job, because it cannot go on; does not return.
     *
     * @param status the exit status
     * @param message for the user, of which this PE is the subject
     */
    public final void fail(int status, String message) {
        abort(status, message);
        Exit.now(status);
    }
}
