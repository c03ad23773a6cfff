package org.jshmem.launcher;

import jnr.constants.platform.Signal;

/** Exit statuses as a shell counts them: 128 + n for a process that signal n ended. */
final class ExitStatus {
    static final int SUCCESS = 0;
    static final int FAILURE = 1;
    static final int USAGE = 2;

    /** What PEs have written cannot be written; the number is EX_IOERR of {@code sysexits.h}. */
    static final int NO_OUTPUT = 74;

    static final int TIMED_OUT = 124;
    private static final int SIGNAL_BASE = 128;
    private static final int MAX_SIGNAL = 64;

    private ExitStatus() {}

    static int ofSignal(int signal) {
        return SIGNAL_BASE + signal;
    }

    /** How a process with this exit status ended, in words that follow its name. */
    static String describe(int status) {
        final int signal = status - SIGNAL_BASE;
        return signal > 0 && signal <= MAX_SIGNAL
                ? "was killed by signal " + signalText(signal)
                : "ended with exit status " + status;
    }

    /** Number and name of a signal, for instance {@code 9 (SIGKILL)}. */
    static String signalText(int number) {
        for (Signal signal : Signal.values()) {
            if (signal.defined() && signal.intValue() == number) {
                return number + " (" + signal.name() + ")";
            }
        }
        return Integer.toString(number);
    }
}
