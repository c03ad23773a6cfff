package org.jshmem.launcher;

import java.util.List;
import jnr.constants.platform.Signal;

/**
 * Ends PEs: SIGTERM to their process groups, SIGKILL to whatever is left after a grace. Used by the supervisor's thread
 * only.
 */
final class Ending {
    private final List<PeProcess> pes;
    private Posix posix;

    Ending(List<PeProcess> pes) {
        this.pes = pes;
    }

    /** Loads what {@link #terminate} needs, while there is nothing else to do. */
    void prepare() {
        posix();
    }

    /** Asks every PE to end that has not said itself that it will. */
    void terminate() {
        for (PeProcess pe : pes) {
            if (!pe.hasExited() && !pe.hasAnnouncedItsEnd()) {
                posix().signalGroup(pe.pid(), Signal.SIGTERM);
            }
        }
    }

    /** Has JVMs print what their threads do. */
    void dumpThreads(List<PeProcess> silent) {
        for (PeProcess pe : silent) {
            if (!pe.hasExited()) {
                posix().signal(pe.pid(), Signal.SIGQUIT);
            }
        }
    }

    void kill() {
        for (PeProcess pe : pes) {
            if (!pe.hasExited()) {
                posix().signalGroup(pe.pid(), Signal.SIGKILL);
            }
        }
    }

    /** Kills what the PEs, which have all ended, have left in their process groups. */
    void killLeftovers() {
        for (PeProcess pe : pes) {
            posix().signalRestOfGroup(pe.pid(), Signal.SIGKILL);
        }
    }

    private Posix posix() {
        if (posix == null) {
            posix = new Posix();
        }
        return posix;
    }
}
