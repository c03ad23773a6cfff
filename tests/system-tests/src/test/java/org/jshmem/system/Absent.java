package org.jshmem.system;

import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.shutdown;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.bootstrap.BootstrapSettings;

/** A program whose last PE does not come through init, in the way that its argument says. */
final class Absent {
    private Absent() {}

    public static void main(String[] args) throws Exception {
        final int last = Integer.parseInt(args[1]) - 1;
        if (args[0].equals("sleep")) {
            if (rank() == last) {
                Thread.sleep(60_000);
            }
        } else if (Bootstrap.ofProcess(BootstrapSettings.of(Bootstrap.AUTO)).pe() == last) {
            Thread.sleep(3000);
            end(args[0]);
        }
        init();
        shutdown();
    }

    /** Ends the process within init: without a word, or by a signal. */
    private static void end(String how) throws Exception {
        if (how.equals("halt")) {
            Runtime.getRuntime().halt(0);
        }
        Ends.signal(how, ProcessHandle.current());
    }

    private static int rank() {
        final String pmi = System.getenv("PMI_RANK");
        return Integer.parseInt(pmi == null ? System.getenv("PMIX_RANK") : pmi);
    }
}
