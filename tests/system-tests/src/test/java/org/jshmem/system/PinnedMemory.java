package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.jshmem.SharedLongs;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricLongs;

/**
 * A program of two PEs over a network that pins what is registered, of which PE 1 may lock no more than so many bytes:
 * allocations grow, fail, and go on, and each PE writes to the other one's memory across the borders of units.
 */
public final class PinnedMemory {
    private static final int MIB = (1 << 20) / Long.BYTES;

    private PinnedMemory() {}

    /**
     * Allocates and transfers.
     *
     * @param args how much PE 1 may lock, in bytes
     */
    @SuppressWarnings("try") // what is to be closed has no other use
    public static void main(String[] args) throws IOException, InterruptedException {
        try (var _ = init()) {
            if (myPe() == 1) {
                limit(args[0]);
            }
            final SymmetricLongs words = mallocLongs(MIB);
            exchange(words);
            expectRefusal(() -> mallocLongs(40 * MIB));
            final SymmetricLongs large = mallocLongs(2 * MIB + 3);
            exchange(large);
            large.close();
            expectRefusal(() -> mallocLongs(40 * MIB));
            final SymmetricLongs again = mallocLongs(4 * MIB);
            exchange(again);
            exchange(words);
            share(words);
            again.close();
            words.close();
        }
        System.out.println("done");
    }

    /** Limits the memory that this process may lock from now on. */
    private static void limit(String bytes) throws IOException, InterruptedException {
        final Process limiting = new ProcessBuilder(
                        "prlimit",
                        "--pid",
                        Long.toString(ProcessHandle.current().pid()),
                        "--memlock=" + bytes + ":")
                .inheritIO()
                .start();
        require(limiting.waitFor() == 0, "the limit is not set");
    }

    /** Too much for PE 1 is refused to every PE, which is told the remedy. */
    private static void expectRefusal(Runnable call) {
        try {
            call.run();
        } catch (ShmemOutOfMemoryException e) {
            require(e.getMessage().contains("(ulimit -l)"), e.getMessage());
            System.out.println("refused: " + e.getMessage());
            return;
        }
        throw new AssertionError("more was allocated than PE 1 may lock");
    }

    /** Fills the array of the other PE, in several ways, and reads it back. */
    private static void exchange(SymmetricLongs array) {
        final int other = 1 - myPe();
        final int n = Math.toIntExact(array.length());
        final LongUnaryOperator mine = i -> i * 3 + myPe() + 1;
        final long[] data = new long[n];
        for (int i = 0; i < n; i++) {
            data[i] = mine.applyAsLong(i);
        }
        put(array, data, other);
        barrierAll();
        requireAll(array, i -> i * 3 + other + 1);
        get(data, array, other);
        require(data[n - 1] == mine.applyAsLong(n - 1L) && data[0] == mine.applyAsLong(0), "got something else");
        barrierAll();
        final int step = 1021;
        iput(array, 0, array, 0, step, step, n / step, other);
        barrierAll();
        for (int i = 0; i < n; i++) {
            final boolean wasPut = i % step == 0 && i / step < n / step;
            require(array.get(i) == i * 3L + other + 1 || wasPut, "iput wrote to " + i);
        }
        barrierAll();
    }

    private static void requireAll(SymmetricLongs array, LongUnaryOperator expected) {
        for (int i = 0; i < array.length(); i++) {
            require(array.get(i) == expected.applyAsLong(i), "element " + i + " is " + array.get(i));
        }
    }

    /**
     * The shared heaps, of which units are registered, freed and used again. That of PE 1 cannot be registered: it may
     * not lock so much more.
     */
    private static void share(SymmetricLongs handles) {
        for (int round = 0; round < 3; round++) {
            final int n = (3 + 2 * round) * MIB;
            final SharedLongs block = SharedLongs.allocate(n);
            p(handles, block.handle(), 1 - myPe());
            barrierAll();
            final long handle = handles.get(0);
            if (myPe() == 1) {
                final long[] data = new long[n];
                Arrays.setAll(data, i -> i + 7L);
                put(SharedLongs.of(handle), data, 0);
            } else {
                expectRefusal(() -> SharedLongs.of(handle));
            }
            barrierAll();
            for (int i = 0; i < n && myPe() == 0; i++) {
                require(block.get(i) == i + 7L, "shared element " + i + " is " + block.get(i));
            }
            barrierAll();
            block.close();
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError("PE " + myPe() + ": " + message);
        }
    }
}
