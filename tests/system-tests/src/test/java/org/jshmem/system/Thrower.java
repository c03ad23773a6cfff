package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jshmem.Cmp;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.LongFlow;

/**
 * Programs whose PE 1 leaves a block by an exception, each in its own way; what the other PEs do meanwhile is said too.
 */
@SuppressWarnings("try") // what is to be closed has no other use
final class Thrower {
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final long LATE_MS = 1500;
    private static final long VERY_LATE_MS = 7000;

    private Thrower() {}

    /** The form of the block and what happens in it. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "resources" -> resources(args[1]);
            case "finally" -> inFinally(args[1]);
            case "wrapped" -> wrapped(args[1]);
            case "nested" -> nested(args[1]);
            case "caught" -> caught(args[1]);
            case "exit" -> {
                caught(args[1]);
                System.exit(0);
            }
            case "globalExit" -> {
                caught(args[1]);
                globalExit(9);
            }
            case "again" -> again(args[1]);
            case "team" -> team(args[1]);
            case "flow" -> flow(args[1]);
            case "updates" -> updates(args[1]);
            case "inside" -> inside();
            case "swallowed" -> swallowed();
            default -> plain(args[1]);
        }
        System.out.println("fine");
    }

    private static void plain(String others) throws Exception {
        try (var _ = init()) {
            body(others);
        }
    }

    private static void resources(String others) throws Exception {
        try (var _ = init();
                SymmetricLongs first = callocLongs(1);
                SymmetricLongs second = callocLongs(1);
                ShmemTeam team = teamSplitStrided(TEAM_WORLD, 0, 1, nPes())) {
            body(others);
        }
    }

    private static void inFinally(String others) throws Exception {
        init();
        final SymmetricLongs array = callocLongs(1);
        try {
            body(others);
        } finally {
            free(array);
            shutdown();
        }
    }

    private static void wrapped(String others) throws Exception {
        try (Closeable job = new OwnJob()) {
            body(others);
        }
    }

    /** Of the inner library nobody knows that it is not the only one. */
    private static void nested(String others) throws Exception {
        try (var outer = init()) {
            try (var inner = init()) {
                body(others);
            }
        }
    }

    private static void caught(String others) {
        try {
            plain(others);
        } catch (Exception e) {
            System.out.println("caught " + e.getMessage());
        }
    }

    /** PE 1 destroys a team, which nobody else does. */
    private static void team(String others) throws Exception {
        try (var _ = init()) {
            final ShmemTeam team = teamSplitStrided(TEAM_WORLD, 0, 1, nPes());
            if (myPe() == 1) {
                try (team) {
                    body(others);
                }
            } else {
                body(others);
            }
        }
    }

    private static void flow(String others) throws Exception {
        try (var _ = init();
                DistLongs array = DistLongs.cyclic(TEAM_WORLD, 10);
                LongFlow flow = LongFlow.of(TEAM_WORLD, (_, value) -> {})) {
            flow.send(0, array.length());
            body(others);
        }
    }

    private static void updates(String others) throws Exception {
        try (var _ = init();
                DistLongs array = DistLongs.cyclic(TEAM_WORLD, 10)) {
            try (DistLongs.Updates updates = array.updates()) {
                updates.add(myPe(), 1);
                body(others);
            }
        }
    }

    private static void again(String others) throws Exception {
        caught(others);
        plain("nobody");
        caught(others);
        resources("nobody");
    }

    /** The exception does not leave the block of the library: others have time, and nothing is lost. */
    private static void inside() throws Exception {
        try (var _ = init()) {
            for (int round = 0; round < 3; round++) {
                try (SymmetricLongs first = callocLongs(10);
                        SymmetricLongs second = callocLongs(20 + round);
                        SymmetricLongs third = callocLongs(30);
                        ShmemTeam team = teamSplitStrided(TEAM_WORLD, 0, 1, nPes())) {
                    if (myPe() == 1) {
                        throw new IllegalStateException("round " + round + " of " + first.length() + second.length()
                                + third.length() + team.nPes());
                    }
                    Thread.sleep(LATE_MS / 3);
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
                try (SymmetricLongs offsets = callocLongs(nPes());
                        ShmemTeam team = teamSplitStrided(TEAM_WORLD, 0, 1, nPes())) {
                    p(offsets, myPe(), offsets.offset(), 0);
                    team.sync();
                    barrierAll();
                    for (int pe = 0; myPe() == 0 && pe < nPes(); pe++) {
                        require(offsets.get(pe) == offsets.offset());
                    }
                }
            }
        }
    }

    private static void require(boolean right) {
        if (!right) {
            throw new AssertionError("the heaps are not alike");
        }
    }

    /** Nobody asks for the outcome. */
    @SuppressWarnings("FutureReturnValueIgnored") // as programs do
    private static void swallowed() throws InterruptedException {
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            threads.submit(() -> {
                plain("compute");
                return null;
            });
            NEVER.await();
        }
    }

    private static void body(String others) throws Exception {
        barrierAll();
        final boolean first = myPe() == 0;
        switch (others) {
            case "nobody" -> barrierAll();
            case "compute" -> {
                throwOn(1);
                compute();
            }
            case "wait" -> {
                final SymmetricLongs flag = callocLongs(1);
                throwOn(1);
                waitUntil(flag, Cmp.NE, 0);
            }
            case "barrier" -> {
                throwOn(1);
                barrierAll();
            }
            case "barrier-before" -> {
                if (!first) {
                    Thread.sleep(LATE_MS);
                }
                throwOn(1);
                barrierAll();
            }
            case "barrier-late" -> {
                throwOn(1);
                Thread.sleep(LATE_MS);
                barrierAll();
            }
            case "close" -> throwOn(1);
            case "close-late" -> {
                throwOn(1);
                Thread.sleep(LATE_MS);
            }
            case "close-later" -> {
                throwOn(1);
                Thread.sleep(2 * LATE_MS);
            }
            case "all" -> throw new IllegalStateException("no luck on PE " + myPe());
            case "all-late" -> {
                throwOn(1);
                Thread.sleep(LATE_MS);
                throwOn(myPe());
            }
            case "different" -> {
                if (first) {
                    guilty();
                } else {
                    innocent();
                }
            }
            case "no-throw-late" -> Thread.sleep(first ? 0 : VERY_LATE_MS);
            default -> throw new IllegalArgumentException(others);
        }
    }

    private static void guilty() {
        callocLongs(5);
    }

    private static void innocent() {
        barrierAll();
    }

    private static void throwOn(int pe) {
        if (myPe() == pe) {
            throw new IllegalStateException("no luck on PE " + pe);
        }
    }

    private static void compute() {
        while (NEVER.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    /** As a user's own class, which knows the library and is closed. */
    private static final class OwnJob implements Closeable {
        OwnJob() {
            init();
        }

        @Override
        public void close() {
            if (queryInitialized()) {
                shutdown();
            }
            System.out.flush();
        }
    }
}
