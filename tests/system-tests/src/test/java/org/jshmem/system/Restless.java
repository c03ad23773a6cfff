package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.jshmem.Cmp;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;

/**
 * A program that works over the network, with whatever there is, until it is told to stop: the last PE computes, all
 * others use one another's memory and its, and meet. Or it starts and shuts down the library, again and again.
 *
 * <p>What it is told, and what it tells, are files of its directory: {@code pe-N} holds the process of PE N,
 * {@code said-PID} what its library said, if it did; {@code stop} makes the job end in good order, {@code halt-N} the
 * process of PE N, without a word to anybody.
 */
final class Restless {
    private static final int LONGS = 8192;
    private static final int SIGNALS = 8;
    private static final int OPERATIONS = 8;
    private static final int LOOK_MS = 20;

    private final Path directory;
    private final Random own;
    private final Random common;
    private final SymmetricLongs dest = callocLongs(LONGS);
    private final SymmetricLongs source = callocLongs(LONGS);
    private final SymmetricLongs words = callocLongs(SIGNALS);
    private final SymmetricLongs signals = callocLongs(SIGNALS);
    private final SymmetricLongs lock = callocLongs(1);
    private final SymmetricLongs stop = callocLongs(1);
    private final long[] array = new long[LONGS];
    private long laps;

    private Restless(Path directory, long seed) {
        this.directory = directory;
        this.common = new Random(seed);
        this.own = new Random(seed + 1 + myPe());
    }

    public static void main(String[] args) throws IOException {
        final Path directory = Path.of(args[0]);
        final long pid = ProcessHandle.current().pid();
        System.setErr(new PrintStream(
                new Twice(
                        System.err,
                        new FileOutputStream(directory.resolve("said-" + pid).toFile())),
                true,
                StandardCharsets.UTF_8));
        init();
        final Restless program = new Restless(directory, Long.parseLong(args[1]));
        listen(directory.resolve("halt-" + myPe()));
        barrierAll();
        program.tell(pid);
        while (args[2].equals("again")) {
            shutdown();
            init();
            barrierAll();
        }
        program.run();
        shutdown();
    }

    /** In one move, so that who sees it finds it whole. */
    private void tell(long pid) throws IOException {
        final Path draft = directory.resolve("draft-" + myPe());
        Files.writeString(draft, Long.toString(pid));
        Files.move(draft, directory.resolve("pe-" + myPe()));
    }

    private static void listen(Path halt) {
        final Thread thread = new Thread(() -> {
            while (!Files.exists(halt)) {
                sleep();
            }
            Runtime.getRuntime().halt(0);
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void sleep() {
        try {
            Thread.sleep(LOOK_MS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void run() {
        final int last = nPes() - 1;
        try (ShmemTeam workers = TEAM_WORLD.splitStrided(0, 1, last);
                ShmemContext context = TEAM_WORLD.createCtx(0)) {
            if (myPe() == last) {
                compute();
            } else {
                while (!isToStop(workers)) {
                    use(context);
                    meet(workers);
                }
            }
            barrierAll();
        }
    }

    private void compute() {
        long sum = 0;
        while (stop.getVolatile(0) == 0) {
            for (int i = 0; i < LONGS; i++) {
                sum += array[i] + sum % (i + 3);
            }
            array[0] = sum;
            Thread.onSpinWait();
        }
    }

    private boolean isToStop(ShmemTeam workers) {
        if (myPe() == 0 && Files.exists(directory.resolve("stop"))) {
            for (int pe = 0; pe < nPes(); pe++) {
                atomicSet(stop, 1, pe);
            }
            quiet();
        }
        workers.sync();
        final boolean stops = stop.getVolatile(0) != 0;
        workers.sync();
        return stops;
    }

    /** Uses what any PE has, the computing one included. */
    private void use(ShmemContext context) {
        for (int i = own.nextInt(OPERATIONS); i >= 0; i--) {
            final int pe = own.nextInt(nPes());
            final int nelems = own.nextBoolean() ? 1 : 1 + own.nextInt(LONGS);
            switch (own.nextInt(10)) {
                case 0 -> put(dest, source, nelems, pe);
                case 1 -> put(dest, array, nelems, pe);
                case 2 -> get(array, dest, nelems, pe);
                case 3 -> putNbi(dest, source, nelems, pe);
                case 4 -> quiet();
                case 5 -> atomicFetchAdd(words, 1, 1, pe);
                case 6 -> atomicAdd(words, 2, 1, pe);
                case 7 -> {
                    context.put(dest, source, nelems, pe);
                    context.quiet();
                }
                case 8 -> context.atomicFetchAdd(words, 3, 1, pe);
                default -> {
                    setLock(lock);
                    put(words, 4, source, 0, 1, pe);
                    clearLock(lock);
                }
            }
        }
    }

    /** All workers do the same. */
    private void meet(ShmemTeam workers) {
        final int size = nPes() - 1;
        laps++;
        switch (common.nextInt(5)) {
            case 0 -> workers.sync();
            case 1 -> sumReduce(workers, dest, source, 1 + common.nextInt(64));
            case 2 -> broadcast(workers, dest, source, 1 + common.nextInt(LONGS), common.nextInt(size));
            case 3 -> alltoall(workers, dest, source, 1 + common.nextInt(LONGS / 8));
            default -> {
                put(signals, 0, new long[] {laps}, 0, 1, (myPe() + 1) % size);
                waitUntil(signals, Cmp.GE, laps);
            }
        }
    }

    /** Writes to two streams. */
    private static final class Twice extends OutputStream {
        private final OutputStream first;
        private final OutputStream second;

        Twice(OutputStream first, OutputStream second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        /** To the file first: the launcher may have gone. */
        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                second.write(bytes, offset, length);
                first.write(bytes, offset, length);
                first.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
