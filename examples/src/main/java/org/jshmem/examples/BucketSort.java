package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import java.util.SplittableRandom;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * Integer sort: keys are spread by value over the PEs, then counted by each; in the manner of ISx (Hanebutte and
 * Hemstad, ISx: a scalable integer sort for co-design in the exascale era, PGAS 2015).
 *
 * <p>A PE reserves room on another with one atomic addition to its length and puts all keys of a bucket there at once.
 */
public final class BucketSort {
    /** Keys are smaller. */
    public static final int MAX_KEY = 1 << 20;

    /** Buckets are uneven by chance. */
    private static final double ROOM = 1.5;

    private BucketSort() {}

    public static void main(String[] args) {
        final int keysPerPe = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        try (var _ = init();
                SymmetricInts bucket = mallocInts((long) (ROOM * keysPerPe) + 1000);
                SymmetricLongs length = callocLongs(1);
                SymmetricLongs totals = callocLongs(2)) {
            final int[] keys = new SplittableRandom(17 + myPe())
                    .ints(keysPerPe, 0, MAX_KEY)
                    .toArray();
            barrierAll();
            final long start = System.nanoTime();
            exchange(keys, bucket, length);
            barrierAll();
            final int[] sorted = countingSort(bucket, (int) length.get());
            barrierAll();
            final double seconds = (System.nanoTime() - start) / 1e9;

            checkOrder(sorted);
            atomicAdd(totals, 0, sorted.length, 0);
            atomicAdd(totals, 1, sum(sorted) - sum(keys), 0);
            barrierAll();
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT, "%d keys on %d PEs: %.3f s%n", (long) keysPerPe * nPes(), nPes(), seconds);
                if (totals.get(0) != (long) keysPerPe * nPes() || totals.get(1) != 0) {
                    throw new IllegalStateException("keys were lost or changed: " + totals.get(0) + " are left");
                }
                System.out.println("All keys are in order.");
            }
        }
    }

    /** The PE whose bucket holds a key. */
    static int bucketOf(int key, int nPes) {
        return (int) ((long) key * nPes / MAX_KEY);
    }

    /**
     * Puts all keys into the buckets of their PEs; collective, and complete after the next barrier.
     *
     * @param keys of this PE
     * @param bucket where keys from all PEs go
     * @param length of the bucket: 0 on all PEs at first
     */
    public static void exchange(int[] keys, SymmetricInts bucket, SymmetricLongs length) {
        final int pes = nPes();
        final int[] starts = new int[pes + 1];
        for (int key : keys) {
            starts[bucketOf(key, pes) + 1]++;
        }
        for (int pe = 0; pe < pes; pe++) {
            starts[pe + 1] += starts[pe];
        }
        final int[] grouped = new int[keys.length];
        final int[] next = starts.clone();
        for (int key : keys) {
            grouped[next[bucketOf(key, pes)]++] = key;
        }
        for (int i = 0; i < pes; i++) {
            final int pe = (myPe() + i) % pes;
            final int count = starts[pe + 1] - starts[pe];
            final long place = atomicFetchAdd(length, count, pe);
            put(bucket, place, grouped, starts[pe], count, pe);
        }
    }

    /**
     * Sorts a bucket.
     *
     * @param bucket of this PE
     * @param length how many keys are in it
     * @return these keys in order
     */
    public static int[] countingSort(SymmetricInts bucket, int length) {
        // one call for all, as loops over a Java array are fast from their first turn on
        final int[] keys = new int[length];
        get(keys, 0, bucket, 0, length, myPe());
        final int[] counts = new int[MAX_KEY];
        for (int key : keys) {
            counts[key]++;
        }
        final int[] sorted = new int[length];
        int at = 0;
        for (int key = 0; key < MAX_KEY; key++) {
            for (int i = 0; i < counts[key]; i++) {
                sorted[at++] = key;
            }
        }
        return sorted;
    }

    private static void checkOrder(int[] sorted) {
        for (int i = 0; i < sorted.length; i++) {
            if (bucketOf(sorted[i], nPes()) != myPe() || i > 0 && sorted[i - 1] > sorted[i]) {
                throw new IllegalStateException("key " + sorted[i] + " is in the wrong place on PE " + myPe());
            }
        }
    }

    private static long sum(int[] keys) {
        long sum = 0;
        for (int key : keys) {
            sum += key;
        }
        return sum;
    }
}
