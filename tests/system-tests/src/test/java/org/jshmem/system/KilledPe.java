package org.jshmem.system;

import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.callocLongs;
import static org.jshmem.Shmem.get;
import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.myPe;

import java.io.IOException;
import org.jshmem.SymmetricLongs;

/**
 * PE 1 is killed while PE 0 reads from it, and the launcher stands still for a second: so PE 0 knows first, and has all
 * the time to say so.
 */
final class KilledPe {
    private KilledPe() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        init();
        final SymmetricLongs words = callocLongs(100);
        barrierAll();
        if (myPe() == 1) {
            final String launcher = System.getenv("JSHMEM_LAUNCHER_PID");
            new ProcessBuilder(
                            "setsid",
                            "sh",
                            "-c",
                            "sleep 0.2; kill -STOP " + launcher + "; kill -KILL "
                                    + ProcessHandle.current().pid() + "; sleep 1; kill -CONT " + launcher)
                    .start();
            Thread.sleep(60_000);
        }
        final long[] copy = new long[100];
        while (true) {
            get(copy, words, 100, 1);
        }
    }
}
