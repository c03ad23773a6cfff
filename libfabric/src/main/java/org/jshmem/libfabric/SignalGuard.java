package org.jshmem.libfabric;

import java.lang.foreign.Arena;
import java.util.function.Supplier;
import org.jshmem.libfabric.ffm.C;

/**
 * Preserves the JVM's signal handlers while a library is loaded.
 *
 * <p>libfabric may be linked with libpsm_infinipath, whose constructor installs handlers for SIGSEGV and other signals
 * that print a backtrace. HotSpot needs these signals: its next implicit null check would end the process without a
 * message. Therefore (1) the environment variable that disables these handlers is set before the load, and (2) the
 * JVM's handlers are restored after it, whatever the libraries did.
 *
 * <p>The property {@code org.jshmem.libfabric.guard=off} disables both, for the test that shows the effect.
 */
final class SignalGuard {
    /** {@code RTLD_LAZY}: a provider's library may miss symbols that nobody calls. */
    static final int LAZY = 1;

    private static final String PROPERTY = "org.jshmem.libfabric.guard";

    private static final int SIGILL = 4;
    private static final int SIGBUS = 7;
    private static final int SIGFPE = 8;
    private static final int SIGSEGV = 11;

    /** The signals whose handlers are restored. */
    private static final int[] KEPT = {SIGILL, SIGBUS, SIGFPE, SIGSEGV};

    /** At least {@code sizeof(struct sigaction)} of any C library. */
    private static final long SIGACTION_BYTES = 256;

    /** Whether the environment was changed; guarded by the class. */
    private static boolean isChanged;

    private SignalGuard() {}

    /** Sets a variable unless it is set. */
    static void environment(String variable, String value) {
        C.setenv(variable, value, false);
    }

    /**
     * Disables the handlers of libpsm_infinipath, once: {@code setenv} may move the environment, which other threads
     * may be reading.
     */
    static synchronized void changeEnvironment() {
        if (!isChanged && !isOff()) {
            C.setenv("IPATH_NO_BACKTRACE", "1", true);
            isChanged = true;
        }
    }

    private static boolean isOff() {
        return System.getProperty(PROPERTY, "").equals("off");
    }

    /** Loads a library and restores the signal handlers. */
    static <T> T keepHandlers(Supplier<T> load) {
        changeEnvironment();
        if (isOff()) {
            return load.get();
        }
        try (Arena arena = Arena.ofConfined()) {
            final long handlers =
                    arena.allocate(KEPT.length * SIGACTION_BYTES, Long.BYTES).address();
            for (int i = 0; i < KEPT.length; i++) {
                C.sigaction(KEPT[i], 0, handlers + i * SIGACTION_BYTES);
            }
            try {
                return load.get();
            } finally {
                for (int i = 0; i < KEPT.length; i++) {
                    C.sigaction(KEPT[i], handlers + i * SIGACTION_BYTES, 0);
                }
            }
        }
    }
}
