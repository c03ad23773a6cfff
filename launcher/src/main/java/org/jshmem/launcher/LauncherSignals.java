package org.jshmem.launcher;

import java.util.List;
import java.util.function.Consumer;
import jnr.constants.platform.Signal;
import jnr.posix.util.SunMiscSignal;

/** Turns the signals that ask a launcher to end into {@link JobEvent}s; those that were ignored at its start stay ignored. */
final class LauncherSignals {
    private static final List<Signal> ENDING = List.of(Signal.SIGINT, Signal.SIGTERM, Signal.SIGHUP);

    private LauncherSignals() {}

    static void forwardTo(final Consumer<JobEvent> events) {
        for (final Signal signal : ENDING) {
            SunMiscSignal.signal(signal, number -> events.accept(job -> job.signalled(number)));
        }
    }
}
