package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import java.util.SplittableRandom;
import org.jshmem.flow.DistLongs;

/**
 * An index gather: every PE reads randomly chosen elements of a table that is spread over all PEs. Each read is a few
 * bytes, but unlike an update it has an answer. Follows {@code ig} of bale.
 *
 * <p>The value of an element is a function of its index, so each PE checks all values that it has read.
 */
public final class IndexGather {
    private static final int DEFAULT_READS = 1_000_000;
    private static final long DEFAULT_ELEMENTS = 100_000;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private IndexGather() {}

    /**
     * Runs the program.
     *
     * @param args the number of elements that each PE reads, and the number of elements on all PEs together
     */
    public static void main(String[] args) {
        final int reads = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_READS;
        final long elements = args.length > 1 ? Long.parseLong(args[1]) : DEFAULT_ELEMENTS;
        try (var _ = init();
                DistLongs table = DistLongs.cyclic(TEAM_WORLD, elements)) {
            table.setAll(IndexGather::valueOf);
            run(table, new SplittableRandom(myPe()).longs(reads, 0, elements).toArray());
        }
    }

    /** The factor is odd, so different elements have different values. */
    private static long valueOf(long index) {
        return (index + 1) * FACTOR;
    }

    private static void run(DistLongs table, long[] indices) {
        barrierAll();
        final long start = System.nanoTime();
        final long[] found = table.getAll(indices);
        final double seconds = (System.nanoTime() - start) / 1e9;

        verify(indices, found);
        if (myPe() == 0) {
            System.out.printf(
                    Locale.ROOT,
                    "Read %d elements of a table of %d on %d PEs in %.3f s%n",
                    (long) indices.length * nPes(),
                    table.length(),
                    nPes(),
                    seconds);
        }
    }

    private static void verify(long[] indices, long[] found) {
        long errors = 0;
        for (int i = 0; i < indices.length; i++) {
            errors += found[i] == valueOf(indices[i]) ? 0 : 1;
        }
        final long allErrors = TEAM_WORLD.sumReduce(errors);
        if (allErrors != 0) {
            throw new IllegalStateException(allErrors + " values are wrong");
        }
    }
}
