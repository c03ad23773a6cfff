package org.jshmem.launcher;

import java.util.List;
import java.util.function.Consumer;
import jnr.constants.platform.Signal;

/**
 * The signals that PEs are sent. To end them: SIGTERM to their process groups, SIGKILL to whatever is left after a
 * grace. Used by the supervisor's thread only.
 */
final class PeSignals {
    private final List<PeProcess> pes;
    private Posix posix;

    PeSignals(List<PeProcess> pes) {
        this.pes = pes;
    }

    /** Loads what {@link #terminate} needs, while there is nothing else to do, and asks for SIGQUIT. */
    void prepare(Consumer<JobEvent> events) {
        if (posix().followQuitByAlarm()) {
            LauncherSignals.handle(Signal.SIGALRM, () -> events.accept(JobEvent.Handler::stacksWanted));
        }
    }

    /** Asks every PE to end that has not said itself that it will. */
    void terminate() {
        for (PeProcess pe : pes) {
            if (!pe.hasExited() && !pe.hasAnnouncedItsEnd()) {
                posix().signalGroup(pe.pid(), Signal.SIGTERM);
            }
        }
    }

    /** Has JVMs print what their threads do. One that is starting, or has {@code -Xrs}, the signal would end. */
    void dumpThreads(List<PeProcess> some) {
        for (PeProcess pe : some) {
            if (!pe.hasExited() && ProcFiles.handles(pe.pid(), Signal.SIGQUIT.intValue())) {
                posix().signal(pe.pid(), Signal.SIGQUIT);
            }
        }
    }

    /** Passes a signal to the PEs whose program handles it; others it would end. */
    void pass(Signal signal) {
        for (PeProcess pe : pes) {
            if (!pe.hasExited() && ProcFiles.handles(pe.pid(), signal.intValue())) {
                posix().signal(pe.pid(), signal);
            }
        }
    }

    /** Stops the PEs and then the launcher, and lets the PEs continue when it has been continued. */
    void stop() {
        signalGroups(Signal.SIGSTOP);
        posix().stopThisProcess();
        signalGroups(Signal.SIGCONT);
    }

    private void signalGroups(Signal signal) {
        for (PeProcess pe : pes) {
            if (!pe.hasExited()) {
                posix().signalGroup(pe.pid(), signal);
            }
        }
    }

    void kill() {
        signalGroups(Signal.SIGKILL);
    }

    /**
     * Kills what the PEs, which have all ended, have left in their process groups. The kernel gives the number of a PE
     * to no process while anybody is in its group; a process that has the number belongs to somebody else.
     */
    void killLeftovers() {
        for (PeProcess pe : pes) {
            if (ProcessHandle.of(pe.pid()).isEmpty()) {
                posix().signalRestOfGroup(pe.pid(), Signal.SIGKILL);
            }
        }
    }

    private Posix posix() {
        if (posix == null) {
            posix = new Posix();
        }
        return posix;
    }
}
