package org.jshmem.launcher;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
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

    private static final long DEFAULT_ACTION = 0;
    private static final long IGNORE = 1;

    private static final int SIG_UNBLOCK = 1;
    private static final int SIGSET_BYTES = 128;

    /** What jnr-posix lacks of libc. */
    public interface LibC {
        @SuppressWarnings("checkstyle:MethodName") // as libc has it
        void _exit(int status);

        /** Returns the handler before. */
        long signal(int number, long handler);

        /** Signals the calling thread. */
        int raise(int number);

        /** Has this process sent SIGALRM; returns the seconds that were left for an alarm before. */
        int alarm(int seconds);

        int sigaddset(byte[] set, int number);

        /** Changes the signal mask of the calling thread. */
        int sigprocmask(int how, byte[] set, long old);
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

    /**
     * Stops this process as a terminal does; returns when it has been continued, and at once where the kernel finds
     * that no shell could continue it. If it is continued in the background, a read from the terminal that has waited
     * all the time fails from now on, where it would stop the process again.
     */
    void stopThisProcess() {
        final LibC libc = libc();
        libc.signal(Signal.SIGTTIN.intValue(), IGNORE);
        final long handler = libc.signal(Signal.SIGTSTP.intValue(), DEFAULT_ACTION);
        libc.raise(Signal.SIGTSTP.intValue());
        libc.signal(Signal.SIGTSTP.intValue(), handler);
    }

    /**
     * From now on SIGQUIT does not print the stacks of this JVM, but is followed by SIGALRM after 3 seconds. HotSpot
     * keeps SIGQUIT from Java, and no Java may run in a native handler. libc's {@code alarm} may: as a handler it takes
     * the signal's number, 3, for the seconds. jstack and the like, which begin with SIGQUIT, reach this JVM only if it
     * has the option {@code -XX:+StartAttachListener}. The calling thread unblocks SIGALRM, which the process that has
     * started this one may have blocked.
     *
     * @return false where whoever started this process has set an alarm; then all stays as it is
     */
    boolean followQuitByAlarm() {
        final LibC libc = libc();
        final int left = libc.alarm(0);
        if (left != 0) {
            libc.alarm(left);
            return false;
        }
        final MemorySegment alarm =
                Linker.nativeLinker().defaultLookup().find("alarm").orElseThrow();
        libc.signal(Signal.SIGQUIT.intValue(), alarm.address());
        final byte[] set = new byte[SIGSET_BYTES];
        libc.sigaddset(set, Signal.SIGALRM.intValue());
        libc.sigprocmask(SIG_UNBLOCK, set, 0);
        return true;
    }

    private static LibC libc() {
        return LibraryLoader.create(LibC.class).load("c");
    }

    /** Ends this process at once, even while other threads are inside native code, for which the JVM would wait. */
    static void exitNow(int status) {
        libc()._exit(status);
    }
}
