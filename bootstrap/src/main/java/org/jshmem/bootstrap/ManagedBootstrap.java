package org.jshmem.bootstrap;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.Supplier;

/**
 * A PE that a foreign launcher has started, which knows the {@link ProcessManager} of its launcher.
 *
 * <p><b>Ending.</b> The user's main class is the JVM's, so nobody stands around it who could see how it ends.
 * Therefore: an exception that ends the thread which has started the library ends the job, as {@link PeMain} has it; a
 * program that ends between init and shutdown ends the job, as {@code shmemrun} has it; one that ends after the
 * shutdown takes leave of the launcher. All but the first happens in a hook at the JVM's end, because the library may
 * be started again until then. To a PE that a signal ends nothing is added: its launcher has sent the signal, or sees
 * what it did.
 */
final class ManagedBootstrap extends Bootstrap {
    private static final int FAILED = 1;
    private static final int SECONDS_FOR_NODES = 4;
    private static final int SECONDS_FOR_NEIGHBOURS = 2;

    private final ProcessManager manager;
    private final NodeMembership membership;
    private KeyValueAllgather exchange;
    private final Thread starter = Thread.currentThread();
    private final UncaughtExceptionHandler others = Thread.getDefaultUncaughtExceptionHandler();

    /** From the connection to the launcher on, for then the others wait for this PE. */
    private volatile boolean inJob = true;

    private volatile boolean aborted;
    private volatile Supplier<String> leftEarly;

    ManagedBootstrap(ProcessManager manager) {
        this.manager = manager;
        Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
        aborted = !Exit.atEnd("jshmem end", this::leave);
        this.membership = new NodeMembership(manager.job(), manager.pe(), manager.neighbours());
    }

    /** Made at the first exchange, because it may wait for other PEs to find out where they are. */
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
    public String missing() {
        return membership.describe(manager.nPes());
    }

    /** One PE of each node speaks, and those of nodes that miss nobody last. */
    @Override
    public int deference() {
        return (membership.missing().length == 0 ? SECONDS_FOR_NODES : 0)
                + (membership.isFirst(pe()) ? 0 : SECONDS_FOR_NEIGHBOURS);
    }

    @Override
    public void finished() {
        inJob = false;
    }

    @Override
    public void isLeftEarly(Supplier<String> reason) {
        leftEarly = reason;
    }

    @Override
    public void globalExit(int status) {
        if (status != 0) {
            say("called globalExit(" + status + ")");
        }
        end(status);
        Exit.now(status);
    }

    @Override
    public void abort(int status, String message) {
        say("failed: " + message);
        end(status == 0 ? FAILED : status);
    }

    @Override
    public String describe() {
        final int nodes = exchange().nodeCount();
        return manager.describe() + ", " + nodes + (nodes == 1 ? " node" : " nodes");
    }

    private void end(int status) {
        aborted = true;
        System.out.flush();
        try {
            manager.abort(status & 0xff, "");
        } catch (RuntimeException e) {
            // The launcher is gone and takes this process with it.
            System.err.println("jshmem: " + e.getMessage());
        }
    }

    private void say(String what) {
        System.err.println(
                "jshmem: PE " + pe() + " (pid " + ProcessHandle.current().pid() + ") " + what);
        System.err.flush();
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // as the JVM itself does
    private void uncaught(Thread thread, Throwable thrown) {
        if (others != null) {
            others.uncaughtException(thread, thrown);
        } else {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace();
        }
        if (inJob && thread.equals(starter)) {
            abort(FAILED, "uncaught " + thrown);
            System.exit(FAILED);
        }
    }

    /** At the end of the JVM. */
    private void leave() {
        if (aborted || isEndedBySignal()) {
            return;
        }
        final String why = leftEarly == null ? null : leftEarly.get();
        if (why != null) {
            abort(FAILED, why);
            return;
        }
        if (inJob) {
            say("ended without shutdown(): it called init() and then its program ended");
            end(FAILED);
            return;
        }
        try {
            manager.finish();
        } catch (RuntimeException e) {
            System.err.println("jshmem: " + e.getMessage());
        }
    }

    /** The JVM handles a signal in a thread that has the signal's name and that waits until the hooks have run. */
    private static boolean isEndedBySignal() {
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }
        final Thread[] threads = new Thread[2 * system.activeCount() + 1];
        final int count = system.enumerate(threads, true);
        for (int i = 0; i < count; i++) {
            if (threads[i].getName().matches("SIG[A-Z]+ handler")) {
                return true;
            }
        }
        return false;
    }
}
