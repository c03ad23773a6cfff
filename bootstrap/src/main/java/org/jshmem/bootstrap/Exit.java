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
}
