package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import org.jshmem.SharedLongs;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/** Two PEs exchange messages of all sizes without end, until PE 1 is killed in the middle of one. */
final class KilledSender {
    private static final int[] SIZES = {1, 100, 1000, 20_000, 300_000};
    private static final int MOST = 300_000;

    private KilledSender() {}

    public static void main(String[] args) throws IOException {
        try (var _ = init();
                Messages messages = Messages.on(TEAM_WORLD)) {
            final int partner = 1 - myPe();
            final SharedLongs shared = SharedLongs.allocate(MOST);
            final long[] in = new long[MOST];
            final long[] out = new long[MOST];
            if (myPe() == 1) {
                final String kill =
                        "sleep 0.3; kill -KILL " + ProcessHandle.current().pid();
                new ProcessBuilder("setsid", "sh", "-c", kill).start();
            }
            for (int i = 0; ; i++) {
                final int n = SIZES[i % SIZES.length];
                final Request receive = messages.irecv(in, 0, n, partner, 0);
                if (i % 2 == 0) {
                    messages.send(shared, n, partner, 0);
                } else {
                    messages.isend(out, 0, n, partner, 0).await();
                }
                receive.await();
            }
        }
    }
}
