package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * Integer sort: keys are spread by value over the PEs, then counted by each; in the manner of ISx (Hanebutte and
 * Hemstad, ISx: a scalable integer sort for co-design in the exascale era, PGAS 2015).
 *
 * <p>A PE reserves room on another with one atomic addition to its length and puts all keys of a bucket there at once.
 * All arrays are made once, since the JVM fills every new array with zeros, in memory that no cache holds yet.
 */
public final class BucketSort {
    /** Keys are smaller. */
    public static final int MAX_KEY = 1 << 20;

    /** Buckets are uneven by chance. */
    private static final double ROOM = 1.5;

    private final int pes = nPes();

    /** Where keys from all PEs go. */
    private final SymmetricInts bucket;

    /** How many keys are in the bucket. */
    private final SymmetricLongs length;

    private final int[] grouped;
    private final int[] received;
    private final int[] counts = new int[MAX_KEY];
    private final int[] sorted;

    /**
     * Makes room; collective.
     *
     * @param keysPerPe how many keys each PE sorts
     */
    public BucketSort(int keysPerPe) {
        final int capacity = (int) (ROOM * keysPerPe) + 1000;
        bucket = mallocInts(capacity);
        length = mallocLongs(1);
        grouped = new int[keysPerPe];
        received = new int[capacity];
        sorted = new int[capacity];
    }

    public static void main(String[] args) {
        final int keysPerPe = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        try (var _ = init();
                SymmetricLongs totals = callocLongs(2)) {
            final int[] keys = new SplittableRandom(17 + myPe())
                    .ints(keysPerPe, 0, MAX_KEY)
                    .toArray();
            final BucketSort sort = new BucketSort(keysPerPe);
            barrierAll();
            final long start = System.nanoTime();
            final int count = sort.sort(keys);
            final double seconds = (System.nanoTime() - start) / 1e9;

            checkOrder(sort.sorted, count);
            atomicAdd(totals, 0, count, 0);
            atomicAdd(totals, 1, sum(sort.sorted, count) - sum(keys, keysPerPe), 0);
            barrierAll();
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT, "%d keys on %d PEs: %.3f s%n", (long) keysPerPe * nPes(), nPes(), seconds);
                if (totals.get(0) != (long) keysPerPe * nPes() || totals.get(1) != 0) {
                    throw new IllegalStateException("keys were lost or changed: " + totals.get(0) + " are left");
                }
                System.out.println("All keys are in order.");
            }
            sort.free();
        }
    }

    /** The PE whose bucket holds a key. */
    static int bucketOf(int key, int nPes) {
        return (int) ((long) key * nPes / MAX_KEY);
    }

    /**
     * Sorts the keys of all PEs; collective.
     *
     * @param keys of this PE
     * @return how many keys this PE has afterwards: those of {@link #sorted()} in order
     */
    public int sort(int[] keys) {
        length.set(0);
        barrierAll();
        exchange(keys);
        barrierAll();
        final int count = (int) length.get();
        countingSort(count);
        barrierAll();
        return count;
    }

    /** The keys of this PE after a sort, and behind them what earlier sorts have left. */
    public int[] sorted() {
        return sorted;
    }

    /** Frees the symmetric memory; collective. */
    public void free() {
        length.close();
        bucket.close();
    }

    /** Puts all keys into the buckets of their PEs. */
    private void exchange(int[] keys) {
        final int[] starts = new int[pes + 1];
        for (int key : keys) {
            starts[bucketOf(key, pes) + 1]++;
        }
        for (int pe = 0; pe < pes; pe++) {
            starts[pe + 1] += starts[pe];
        }
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

    private void countingSort(int length) {
        // One call copies all keys, because loops over a Java array are fast from their first turn on.
        get(received, 0, bucket, 0, length, myPe());
        Arrays.fill(counts, 0);
        for (int i = 0; i < length; i++) {
            counts[received[i]]++;
        }
        int at = 0;
        for (int key = 0; key < MAX_KEY; key++) {
            for (int i = 0; i < counts[key]; i++) {
                sorted[at++] = key;
            }
        }
    }

    private static void checkOrder(int[] sorted, int count) {
        for (int i = 0; i < count; i++) {
            if (bucketOf(sorted[i], nPes()) != myPe() || i > 0 && sorted[i - 1] > sorted[i]) {
                throw new IllegalStateException("key " + sorted[i] + " is in the wrong place on PE " + myPe());
            }
        }
    }

    private static long sum(int[] keys, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += keys[i];
        }
        return sum;
    }
}
