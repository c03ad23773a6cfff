package org.jshmem.bootstrap;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Membership.Extent;
import org.jshmem.spi.RuntimeEvents;

/**
 * Joins a job of a foreign launcher, through the {@link ProcessManager} of that launcher.
 *
 * <p><b>Ending.</b> The JVM runs the user's main class directly, so no method of the library encloses it, and this
 * class observes how the process ends:
 *
 * <ul>
 *   <li>An uncaught exception in the thread that initialized the library ends the job, as with {@link PeMain}.
 *   <li>A program that ends between init and shutdown ends the job, as with {@code shmemrun}.
 *   <li>A program that ends after shutdown finalizes the launcher's protocol.
 *   <li>A signal that ends this PE ends the job, after the program's own shutdown hooks. If it ends all PEs of a job on
 *       one node, nothing is done: then the launcher, or the user, ends the job.
 * </ul>
 *
 * <p>All but the first happen in a shutdown hook, because the library may be initialized again until then.
 */
final class ManagedBootstrap extends Bootstrap {
    private static final int FAILED = 1;

    /** Exit status of a process that a signal ends: this and the signal's number. */
    private static final int SIGNALLED = 128;

    /** The signals by which the JVM ends in good order. */
    private static final Map<String, Integer> SIGNALS = Map.of("SIGHUP", 1, "SIGINT", 2, "SIGTERM", 15);

    private final ProcessManager manager;

    /** Null until this PE has joined the job, which it does in the constructor. */
    private volatile Membership membership;

    /** Null before the first exchange; see {@link #exchange()}. */
    private KeyValueAllgather exchange;

    private final Thread starter = Thread.currentThread();

    /** The handler that was installed before; null if there was none. */
    private final UncaughtExceptionHandler others = Thread.getDefaultUncaughtExceptionHandler();

    /** Whether the other PEs may wait for this one: from the connection to the launcher until shutdown. */
    private volatile boolean inJob = true;

    /** Whether the end of the process needs no further action: the abort was sent, or no hook could be registered. */
    private volatile boolean aborted;

    /** See {@link #leaveEarly}; null if the program has not left early. */
    private volatile Supplier<String> leftEarly;

    ManagedBootstrap(ProcessManager manager) {
        this.manager = manager;
        Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
        aborted = !Exit.atEnd("jshmem end", this::leave);
        this.membership = manager.join();
    }

    /** The allgather, created at the first exchange because its constructor may wait for other PEs. */
    private KeyValueAllgather exchange() {
        if (exchange == null) {
            exchange = new KeyValueAllgather(manager);
        }
        return exchange;
    }

    @Override
    public int pe() {
        return manager.pe();
    }

    @Override
    public int nPes() {
        return manager.nPes();
    }

    @Override
    public synchronized byte[][] allgather(byte[] mine) {
        inJob = true;
        return exchange().allgather(mine);
    }

    @Override
    public synchronized byte[][] allgatherOnNodes(int[] nodeOf, byte[] mine) {
        return exchange().isPlacement(nodeOf) ? exchange().allgatherOnNode(mine) : super.allgatherOnNodes(nodeOf, mine);
    }

    @Override
    public synchronized byte[][] allgatherToLeaders(int[] nodeOf, byte[] mine) {
        return exchange().isPlacement(nodeOf)
                ? exchange().allgatherToLeaders(mine)
                : super.allgatherToLeaders(nodeOf, mine);
    }

    @Override
    public synchronized void barrier() {
        manager.barrier();
    }

    @Override
    public synchronized boolean isSpread() {
        return exchange().nodeCount() > 1;
    }

    @Override
    public String missing() {
        return membership.describe();
    }

    @Override
    public int reportDelaySeconds() {
        return membership.reportDelaySeconds();
    }

    @Override
    public String ended() {
        return membership.ended();
    }

    @Override
    public boolean isReporter() {
        return membership.isReporter();
    }

    @Override
    public void finish() {
        inJob = false;
        manager.leave();
    }

    @Override
    public void leaveEarly(Supplier<String> reason) {
        leftEarly = reason;
    }

    @Override
    public void globalExit(int status) {
        final String what = Exit.describeGlobalExit(status);
        if (status != 0) {
            say(what);
        }
        end(Exit.status(status), what);
        Exit.now(Exit.status(status));
    }

    @Override
    public void abort(int status, String message) {
        final String what = "failed: " + message;
        say(what);
        end(status == 0 ? FAILED : status, what);
    }

    @Override
    public String describe() {
        final int nodes = exchange().nodeCount();
        return manager.describe() + ", " + nodes + (nodes == 1 ? " node" : " nodes");
    }

    private void end(int status, String what) {
        aborted = true;
        System.out.flush();
        try {
            manager.abort(status, what);
        } catch (RuntimeException e) {
            // The launcher has ended, and this process ends with it.
            System.err.println("jshmem: " + e.getMessage());
        }
    }

    private void say(String what) {
        System.err.println(
                "jshmem: PE " + pe() + " (pid " + ProcessHandle.current().pid() + ") " + what);
        System.err.flush();
    }

    private void uncaught(Thread thread, Throwable thrown) {
        if (others != null) {
            others.uncaughtException(thread, thrown);
        } else {
            LastWords.show(thread, thrown); // as the JVM itself does
        }
        if (inJob && thread.equals(starter)) {
            RuntimeEvents.ALL.failing("uncaught " + thrown);
            abort(FAILED, "uncaught " + thrown);
            System.exit(FAILED);
        }
    }

    /** Runs in the shutdown hook. */
    private void leave() {
        if (aborted) {
            return;
        }
        final String signal = Exit.signal();
        if (!signal.isEmpty()) {
            leaveBySignal(signal);
            return;
        }
        final String why = leftEarly == null ? null : leftEarly.get();
        if (why != null) {
            fail(FAILED, why);
        }
        if (inJob) {
            final String what = "ended without shutdown(): it called init() and then its program ended";
            say(what);
            end(FAILED, what);
            Exit.now(FAILED); // where no launcher sees the abort, the status of this process has to tell
        }
        try {
            manager.finish();
        } catch (RuntimeException e) {
            System.err.println("jshmem: " + e.getMessage());
        }
    }

    /** Ends the job, unless the same signal ends all of it. */
    private void leaveBySignal(String signal) {
        final Membership joined = membership;
        final Extent extent = joined == null ? Extent.PE : joined.endBySignal(signal);
        if (extent == Extent.JOB) {
            return;
        }
        ProgramHooks.await(signal);
        final String what = "was ended by " + signal;
        if (extent == Extent.PE || isToBeSaid(signal)) {
            say(what);
        }
        end(SIGNALLED + SIGNALS.get(signal), what);
    }

    /**
     * Whether this PE names itself although the signal ends all PEs of its node. The launcher may have sent it to all
     * nodes, as it passes on an INT that the user types.
     */
    private boolean isToBeSaid(String signal) {
        return !signal.equals("SIGINT") && !manager.namesProcesses() && membership.isReporter();
    }
}
