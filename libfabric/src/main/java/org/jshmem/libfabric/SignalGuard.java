package org.jshmem.libfabric;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Keeps the JVM's signal handlers while a library is loaded.
 *
 * <p>libfabric may be linked with libpsm_infinipath, whose constructor takes SIGSEGV and others for a backtrace of its own. HotSpot uses
 * them: its next implicit null check would end the process without a word. So (1) the environment variable that turns this off is set
 * before, and (2) the handlers are put back after the load, whatever the libraries did.
 *
 * <p>The property {@code org.jshmem.libfabric.guard=off} leaves both out, for the test that shows what they are good for.
 */
final class SignalGuard {
    /** {@code RTLD_LAZY}: a provider's library may miss symbols that nobody calls. */
    static final int LAZY = 1;

    private static final String PROPERTY = "org.jshmem.libfabric.guard";

    private static final int SIGILL = 4;
    private static final int SIGBUS = 7;
    private static final int SIGFPE = 8;
    private static final int SIGSEGV = 11;
    private static final int[] KEPT = {SIGILL, SIGBUS, SIGFPE, SIGSEGV};

    /** More than {@code struct sigaction} takes with any C library. */
    private static final int SIGACTION_BYTES = 256;

    private SignalGuard() {}

    /** The C library. */
    interface C extends Library {
        int setenv(String name, String value, int overwrite);

        int sigaction(int signal, Pointer action, Pointer old);
    }

    /** Sets a variable that is not set. */
    static void environment(String variable, String value) {
        Native.load("c", C.class, Map.of()).setenv(variable, value, 0);
    }

    static <T> T keepHandlers(Supplier<T> load) {
        if (System.getProperty(PROPERTY, "").equals("off")) {
            return load.get();
        }
        final C c = Native.load("c", C.class, Map.of());
        c.setenv("IPATH_NO_BACKTRACE", "1", 1);
        final Memory[] handlers = new Memory[KEPT.length];
        for (int i = 0; i < KEPT.length; i++) {
            handlers[i] = new Memory(SIGACTION_BYTES);
            c.sigaction(KEPT[i], null, handlers[i]);
        }
        try {
            return load.get();
        } finally {
            for (int i = 0; i < KEPT.length; i++) {
                c.sigaction(KEPT[i], handlers[i], null);
            }
        }
    }
}
