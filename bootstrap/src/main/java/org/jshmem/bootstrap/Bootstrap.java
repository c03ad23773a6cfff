package org.jshmem.bootstrap;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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

    /** What {@link #join} was given; null if it was not called. */
    private static RendezvousTicket joined;

    /** For implementers. */
    protected Bootstrap() {}

    /**
     * The bootstrap of this process: that of {@link #join}, of the launcher that started it, or else a job of one PE.
     *
     * @param settings how this process joins its job; ignored after the first call
     * @return always the same: a process is one PE of one job, however often its library is initialized
     * @throws ShmemException if the choice cannot work, or the library cannot call C here
     */
    public static synchronized Bootstrap ofProcess(BootstrapSettings settings) {
        if (ofProcess == null) {
            NativeAccess.require();
            final Map<String, String> environment = System.getenv();
            ofProcess = BootstrapChoice.of(environment, settings).connect(environment, settings);
        }
        return ofProcess;
    }

    /**
     * The bootstrap of this process by a C library of OpenSHMEM, in place of {@link #ofProcess(BootstrapSettings)}.
     *
     * @param library its file; empty to find it by its usual names
     * @param heapBytes the symmetric memory that will be asked of it
     * @return always the same
     * @throws ShmemException if the library cannot be used
     */
    public static synchronized Bootstrap ofLibrary(String library, long heapBytes) {
        if (ofProcess == null) {
            NativeAccess.requireLibrary();
            final Map<String, String> environment = System.getenv();
            if (LauncherBootstrap.isPresent(environment)) {
                throw new ShmemException(
                        "shmemrun cannot start PEs that use a C library of OpenSHMEM; start them by the"
                                + " launcher of that library, such as oshrun of Open MPI, or unset SHMEM_TRANSPORT");
            }
            ofProcess = new ManagedBootstrap(OpenShmemManager.connect(environment, library, heapBytes));
        }
        return ofProcess;
    }

    /**
     * Makes an id by which PEs without a launcher meet at this process, which listens for them from now on, until it
     * ends.
     *
     * @param settings its address, if there is one, is where this process listens
     * @return text, with a secret in it
     * @throws ShmemException if the process cannot listen
     */
    public static String uniqueId(BootstrapSettings settings) {
        final String secret = RendezvousTicket.newSecret();
        if (!settings.address().isEmpty()) {
            final RendezvousTicket ticket = RendezvousTicket.of(BootstrapSettings.ADDRESS, settings.address(), secret);
            RendezvousServer.listen(ticket.port(), secret, 0);
            return ticket.text();
        }
        final int port = RendezvousServer.listen(0, secret, 0).port();
        return new RendezvousTicket(RendezvousTicket.addressesOfThisHost(), port, secret).text();
    }

    /**
     * Joins the job whose PEs meet by an id, before {@link #ofProcess}; collective.
     *
     * @param uniqueId what {@link #uniqueId} returned in one process
     * @param pe the number of this PE
     * @param nPes the number of PEs
     * @param settings how long to look for the others
     * @throws IllegalArgumentException if the id or a number is none
     * @throws IllegalStateException if this process is a PE of another job, or another PE
     * @throws ShmemException if the process that made the id cannot be reached, or does not admit this PE
     */
    public static synchronized void join(String uniqueId, int pe, int nPes, BootstrapSettings settings) {
        final RendezvousTicket ticket = RendezvousTicket.parse(uniqueId);
        if (nPes < 1 || nPes > JobNumbers.MOST_PES) {
            throw new IllegalArgumentException("nPes=" + nPes + " is not from 1 to " + JobNumbers.MOST_PES);
        }
        if (pe < 0 || pe >= nPes) {
            throw new IllegalArgumentException("pe=" + pe + " is not from 0 to " + (nPes - 1) + ", as nPes=" + nPes);
        }
        if (ofProcess == null) {
            NativeAccess.require();
            ofProcess = new ManagedBootstrap(RendezvousManager.connect(ticket, pe, nPes, settings.limitSeconds()));
            joined = ticket;
        } else if (!ticket.equals(joined) || ofProcess.pe() != pe || ofProcess.nPes() != nPes) {
            throw new IllegalStateException("pe=" + pe + " of nPes=" + nPes + ": this process is PE " + ofProcess.pe()
                    + " of " + ofProcess.nPes() + " of " + (ticket.equals(joined) ? "this" : "another")
                    + " job already, and a process is one PE of one job");
        }
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
     * The number in the whole job of a PE, for messages, where this presents some PEs as a job of their own.
     *
     * @param pe its number here
     * @return the same, unless this presents some PEs
     */
    public int numberInJob(int pe) {
        return pe;
    }

    /**
     * Exchanges bytes among all PEs; collective.
     *
     * @param mine the contribution of this PE
     * @return the contributions of all PEs, by PE number
     */
    public abstract byte[][] allgather(byte[] mine);

    /**
     * Exchanges bytes among the PEs of each node; collective over the job. Where PEs are placed as the launcher says,
     * nothing leaves a node.
     *
     * @param nodeOf by PE, its node; the same on all PEs
     * @param mine the contribution of this PE
     * @return the contributions of the PEs of its node, in order
     */
    public byte[][] allgatherOnNodes(int[] nodeOf, byte[] mine) {
        if (Arrays.stream(nodeOf).distinct().count() == nodeOf.length) {
            return new byte[][] {mine};
        }
        final byte[][] all = allgather(mine);
        return IntStream.range(0, nodeOf.length)
                .filter(pe -> nodeOf[pe] == nodeOf[pe()])
                .mapToObj(pe -> all[pe])
                .toArray(byte[][]::new);
    }

    /**
     * Exchanges bytes among all PEs for the lowest PE of each node; collective. What that makes of them it passes on by
     * the memory of the node.
     *
     * @param nodeOf by PE, its node; the same on all PEs
     * @param mine the contribution of this PE
     * @return the contributions of all PEs, by PE number; null on PEs that are not the lowest of their node
     */
    public byte[][] allgatherToLeaders(int[] nodeOf, byte[] mine) {
        final byte[][] all = allgather(mine);
        final boolean isLowest = IntStream.range(0, pe()).allMatch(pe -> nodeOf[pe] != nodeOf[pe()]);
        return isLowest ? all : null;
    }

    /** Waits until all PEs have called it; collective. Nothing is exchanged. */
    public void barrier() {
        allgather(new byte[0]);
    }

    /**
     * Whether the launcher says that it has placed the PEs on several nodes, or does not say where; the same on all
     * PEs. May wait for other PEs.
     *
     * @return false if they are on one node, as far as the launcher knows
     */
    public boolean isSpread() {
        return false;
    }

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
     * @param status the job's exit status, as the program gave it
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
     * Names the PEs of this node that have joined the job and whose processes have ended since; any thread may call.
     *
     * @return empty if none is known, or where the launcher ends the job itself
     */
    public String ended() {
        return "";
    }

    /**
     * Whether this PE is the one of its node that reports first what several may notice.
     *
     * @return true for one PE of each node
     */
    public boolean isReporter() {
        return true;
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
