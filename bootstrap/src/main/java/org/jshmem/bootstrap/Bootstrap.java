package org.jshmem.bootstrap;

import java.util.Map;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.spi.RuntimeEvents;

/**
 * Tells a PE its number and synchronizes the PEs of a job. Used by init, shutdown and exit only, by one thread at a
 * time except {@link #globalExit} and {@link #abort}.
 */
public abstract class Bootstrap {
    /** The choice by the environment. */
    public static final String AUTO = "auto";

    /** Here, so that its class is there when a thread fails at the end of its stack. */
    private static final RuntimeEvents EVENTS = RuntimeEvents.ALL;

    private static Bootstrap ofProcess;

    /** For implementers. */
    protected Bootstrap() {}

    /**
     * The bootstrap of this process: that of the launcher that started it, or else a job of one PE.
     *
     * @param choice the value of {@code SHMEM_BOOTSTRAP}: {@value #AUTO} to choose by the environment, or
     *     {@code launcher}, {@code pmi1}, {@code pmix} or {@code single}; ignored after the first call
     * @return always the same: a process is one PE of one job, however often its library is initialized
     * @throws ShmemException if the choice cannot work, or the library cannot call C here
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
     * Exchanges bytes among all PEs; collective.
     *
     * @param mine the contribution of this PE
     * @return the contributions of all PEs, by PE number
     */
    public abstract byte[][] allgather(byte[] mine);

    /**
     * Whether all PEs are known to be on one node before anything is exchanged.
     *
     * @return false if they may be on several nodes
     */
    public boolean isOneNode() {
        return false;
    }

    /** Reports that this PE has left the job in good order. All PEs call it; it does not wait. */
    public abstract void finish();

    /**
     * Reports that an exception has made the program leave the library before the other PEs. Unless the library
     * completes its shutdown later, the job fails when this process ends, however it ends.
     *
     * @param reason evaluated at the end of the JVM: what this PE did, as text for the user; null if it has shut down
     *     in good order after all
     */
    public abstract void leaveEarly(Supplier<String> reason);

    /**
     * Ends all PEs of the job and this process; does not return.
     *
     * @param status the job's exit status
     */
    public abstract void globalExit(int status);

    /**
     * Names the PEs for which the others wait; any thread may call.
     *
     * @return text to follow a semicolon; empty where the launcher reports it itself
     */
    public String missing() {
        return "";
    }

    /**
     * For how long this PE delays a report of missing PEs, so that PEs that know more can report first.
     *
     * @return seconds
     */
    public int reportDelaySeconds() {
        return 0;
    }

    /**
     * Describes how this PE was started.
     *
     * @return a few words
     */
    public abstract String describe();

    /**
     * Reports why this PE is about to fail.
     *
     * @param status the exit status to come
     * @param message text for the user
     */
    public abstract void abort(int status, String message);

    /**
     * Ends this process, and with it the job, because it cannot continue; does not return.
     *
     * @param status the exit status
     * @param message text for the user, to follow the name of this PE
     */
    public final void fail(int status, String message) {
        EVENTS.failing(message);
        abort(status, message);
        Exit.now(status);
    }
}
