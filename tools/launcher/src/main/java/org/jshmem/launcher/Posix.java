package org.jshmem.launcher;

import jnr.constants.platform.Signal;
import jnr.ffi.LibraryLoader;
import jnr.posix.POSIX;
import jnr.posix.POSIXFactory;

/**
 * Signals to PEs and their process groups, by jnr-posix. The first use takes some 100 ms of a CPU, so nothing on the
 * way of a job that goes well may need it.
 */
final class Posix {
    private final POSIX posix = POSIXFactory.getNativePOSIX();

    /** libc's {@code _exit}, which jnr-posix lacks. */
    public interface LibC {
        @SuppressWarnings("checkstyle:MethodName") // as libc has it
        void _exit(int status);
    }

    /** Signals every process of the group that a PE leads; just the PE while it does not lead one yet. */
    void signalGroup(long pid, Signal signal) {
        if (posix.kill(-pid, signal.intValue()) != 0) {
            posix.kill(pid, signal.intValue());
        }
    }

    /** Signals a PE alone. */
    void signal(long pid, Signal signal) {
        posix.kill(pid, signal.intValue());
    }

    /** Signals whatever is left of the group of a PE that has ended itself. */
    void signalRestOfGroup(long pid, Signal signal) {
        posix.kill(-pid, signal.intValue());
    }

    /** Ends this process at once, even while other threads are inside native code, for which the JVM would wait. */
    static void exitNow(int status) {
        LibraryLoader.create(LibC.class).load("c")._exit(status);
    }
}
