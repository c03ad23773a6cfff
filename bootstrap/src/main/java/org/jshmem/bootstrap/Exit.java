package org.jshmem.bootstrap;

/** Ends this process with its output written. */
final class Exit {
    private Exit() {}

    /**
     * Flushes standard output and error and ends the JVM at once, without shutdown hooks, which could wait for others.
     */
    @SuppressWarnings("checkstyle:systemout") // what the program printed must not be lost
    static void now(int status) {
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /** Has something done at the end of the JVM; false if that has begun already. */
    static boolean atEnd(String name, Runnable action) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(action, name));
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
