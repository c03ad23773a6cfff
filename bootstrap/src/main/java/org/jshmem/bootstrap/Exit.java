package org.jshmem.bootstrap;

/** Ends this process, and registers actions for its end. */
final class Exit {
    private Exit() {}

    /**
     * Flushes standard output and error and ends the JVM at once, without shutdown hooks, which could wait for other
     * PEs.
     */
    @SuppressWarnings("checkstyle:systemout") // what the program printed must not be lost
    static void now(int status) {
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /** Registers a shutdown hook; false if the JVM is already shutting down. */
    static boolean atEnd(String name, Runnable action) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(action, name));
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /**
     * Whether a signal ends the JVM: its handler runs in a thread named after the signal, which waits for the hooks.
     */
    static boolean isBySignal() {
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
