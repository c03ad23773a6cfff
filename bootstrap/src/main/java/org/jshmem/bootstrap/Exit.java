package org.jshmem.bootstrap;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Ends this process, and registers actions for its end. */
final class Exit {
    private static final Pattern SIGNAL_HANDLER = Pattern.compile("SIG[A-Z]+ handler");
    private static final int STATUS_MASK = 0xff;

    private Exit() {}

    /**
     * The status of a job for which a program has given another: its low eight bits, as {@code exit} of C has it,
     * unless these would make a success of it.
     */
    static int status(int given) {
        final int low = given & STATUS_MASK;
        return low == 0 && given != 0 ? STATUS_MASK : low;
    }

    /** What a PE did, as text that follows its name. */
    static String describeGlobalExit(int given) {
        final String call = "called globalExit(" + given + ")";
        final int status = status(given);
        return status == given
                ? call
                : call + "; a process can exit only with 0 to 255, so the job ends with " + status;
    }

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
     * The name of the signal that ends the JVM, as {@code SIGTERM}; empty if none does. The JVM handles a signal in a
     * thread named after it, which waits for the hooks. The program may have its own handlers; if one calls
     * {@link System#exit}, it is the program that ends.
     */
    static String signal() {
        return liveThreads()
                .filter(thread -> SIGNAL_HANDLER.matcher(thread.getName()).matches()
                        && Arrays.stream(thread.getStackTrace())
                                .anyMatch(frame -> frame.getClassName().startsWith("java.lang.Terminator")))
                .map(thread -> thread.getName().replace(" handler", ""))
                .findFirst()
                .orElse("");
    }

    /** All live threads but those of the JVM itself. */
    static Stream<Thread> liveThreads() {
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }
        final Thread[] threads = new Thread[2 * system.activeCount() + 1];
        return Arrays.stream(threads, 0, system.enumerate(threads, true));
    }
}
