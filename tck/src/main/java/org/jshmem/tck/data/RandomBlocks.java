package org.jshmem.tck.data;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jshmem.IndexedBlocks;

/** Blocks at random places of an array, no two of which overlap, in random order. */
public final class RandomBlocks {
    private RandomBlocks() {}

    /** As many blocks as asked for, some of them empty, which have {@code nelems} elements of an array. */
    public static IndexedBlocks of(SplittableRandom random, int count, int nelems, int length) {
        final int[] ends = cuts(random, count, nelems);
        final int[] gaps = cuts(random, count, length - nelems);
        final long[] indices = new long[count];
        final long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            final int start = i == 0 ? 0 : ends[i - 1];
            indices[i] = (long) gaps[i] + start;
            lengths[i] = (long) ends[i] - start;
        }
        indices[count - 1] = Math.min(indices[count - 1], length - lengths[count - 1]);
        shuffle(random, indices, lengths);
        return IndexedBlocks.of(indices, lengths);
    }

    /** Ascending numbers up to a limit, the last of which is the limit. */
    private static int[] cuts(SplittableRandom random, int count, int limit) {
        final int[] cuts = new int[count];
        for (int i = 0; i < count - 1; i++) {
            cuts[i] = random.nextInt(limit + 1);
        }
        cuts[count - 1] = limit;
        Arrays.sort(cuts);
        return cuts;
    }

    private static void shuffle(SplittableRandom random, long[] indices, long[] lengths) {
        for (int i = indices.length - 1; i > 0; i--) {
            final int j = random.nextInt(i + 1);
            swap(indices, i, j);
            swap(lengths, i, j);
        }
    }

    private static void swap(long[] array, int i, int j) {
        final long value = array[i];
        array[i] = array[j];
        array[j] = value;
    }

    /** The same blocks in units that are smaller by a factor. */
    public static IndexedBlocks times(IndexedBlocks blocks, int factor) {
        final long[] indices = new long[blocks.count()];
        final long[] lengths = new long[blocks.count()];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = blocks.index(i) * factor;
            lengths[i] = blocks.length(i) * factor;
        }
        return IndexedBlocks.of(indices, lengths);
    }

    /** The index in the array of each element of the transfer. */
    public static int[] places(IndexedBlocks blocks) {
        final int[] places = new int[(int) blocks.nelems()];
        int count = 0;
        for (int block = 0; block < blocks.count(); block++) {
            for (int i = 0; i < blocks.length(block); i++) {
                places[count++] = (int) blocks.index(block) + i;
            }
        }
        return places;
    }
}
