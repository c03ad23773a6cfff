package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SymmetricLongs;

/**
 * A program's first calls: prints how long the first 1,000 and the first 100,000 took on PE 0; twin of
 * {@code first_calls.c}.
 */
public final class FirstCalls implements AutoCloseable {
    private static final int SOME = 1000;
    private static final int MANY = 100_000;
    private static final int BLOCK_BYTES = 1024;
    private static final int PUT_LONGS = 512;

    private final SymmetricLongs dest = callocLongs(PUT_LONGS);
    private final SymmetricLongs source = callocLongs(1);
    private final SymmetricLongs flag = callocLongs(1);
    private final int me = myPe();
    private long afterSome;

    private FirstCalls() {}

    /**
     * Runs on every PE.
     *
     * @param args the operation
     */
    public static void main(String[] args) {
        try (var _ = init();
                FirstCalls program = new FirstCalls()) {
            program.run(args[0]);
        }
    }

    private void run(String operation) {
        barrierAll();
        final long start = System.nanoTime();
        switch (operation) {
            case "barrier_all" -> barrier();
            case "sum_reduce, 8 B" -> sum();
            case "malloc + free, 1 KiB" -> mallocFree();
            case "p, wait_until, and back" -> sendAndWait();
            case "put, 4 KiB" -> putBlock();
            default -> throw new IllegalArgumentException("there is no operation " + operation);
        }
        final long end = System.nanoTime();
        barrierAll();
        if (me == 0) {
            System.out.println(new PassTime(1, afterSome - start, 0).line());
            System.out.println(new PassTime(2, end - start, 0).line());
        }
    }

    private void note(int calls) {
        if (calls == SOME) {
            afterSome = System.nanoTime();
        }
    }

    private void barrier() {
        for (int i = 1; i <= MANY; i++) {
            barrierAll();
            note(i);
        }
    }

    private void sum() {
        for (int i = 1; i <= MANY; i++) {
            sumReduce(TEAM_WORLD, dest, source, 1);
            note(i);
        }
    }

    private void mallocFree() {
        for (int i = 1; i <= MANY; i++) {
            free(mallocBytes(BLOCK_BYTES));
            note(i);
        }
    }

    private void sendAndWait() {
        for (int i = 1; i <= MANY; i++) {
            if (me == 0) {
                p(flag, 0, i, 1);
            }
            waitUntil(flag, 0, Cmp.EQ, i);
            if (me != 0) {
                p(flag, 0, i, 0);
            }
            note(i);
        }
    }

    private void putBlock() {
        final long[] block = new long[PUT_LONGS];
        for (int i = 1; me == 0 && i <= MANY; i++) {
            put(dest, block, PUT_LONGS, 1);
            note(i);
        }
    }

    /** Collective. */
    @Override
    public void close() {
        free(flag);
        free(source);
        free(dest);
    }
}
