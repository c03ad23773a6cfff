package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Cmp;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.LongFlow;

/** Programs of two PEs that hang, each in its own way. */
public final class Hang {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Hang() {}

    /**
     * Hangs.
     *
     * @param args how
     */
    @SuppressWarnings("try") // what is to be closed has no other use
    public static void main(String[] args) throws InterruptedException, IOException {
        if (args[0].equals("init") && System.getenv("JSHMEM_PE").equals("1")) {
            NEVER.await();
        }
        try (var _ = init();
                SymmetricLongs words = callocLongs(4)) {
            hang(args[0], words);
        }
    }

    private static void hang(String how, SymmetricLongs words) throws InterruptedException, IOException {
        final boolean first = myPe() == 0;
        switch (how) {
            case "barrier" -> {
                if (first) {
                    barrierAll();
                }
                compute();
            }
            case "wait" -> {
                if (first) {
                    words.set(3, 2);
                    waitUntil(words, 3, Cmp.GE, 5);
                }
                NEVER.await();
            }
            case "any" -> waitUntilAny(words, 3, new int[] {0, 1, 0}, Cmp.NE, 0);
            case "signal" -> signalWaitUntil(words, 1, Cmp.GE, -1);
            case "lock" -> {
                setLock(words);
                NEVER.await();
            }
            case "virtual" ->
                Thread.ofVirtual().start(() -> waitUntil(words, 2, Cmp.NE, 0)).join();
            case "stopped" -> {
                if (!first) {
                    new ProcessBuilder(
                                    "sh",
                                    "-c",
                                    "kill -STOP " + ProcessHandle.current().pid())
                            .start()
                            .waitFor();
                    NEVER.await(); // under load, threads run on for a moment
                }
                barrierAll();
            }
            case "flow" -> {
                try (LongFlow flow = LongFlow.of(TEAM_WORLD, (_, value) -> words.set(0, value))) {
                    if (!first) {
                        NEVER.await();
                    }
                    while (true) {
                        flow.send(1, 5);
                    }
                }
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void compute() {
        while (NEVER.getCount() > 0) {
            Thread.onSpinWait();
        }
    }
}
