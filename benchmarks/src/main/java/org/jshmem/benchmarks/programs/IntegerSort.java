package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * Ranks integers again and again, in the manner of the integer sort of the NAS parallel benchmarks: keys are counted by
 * bucket, buckets are shared out, keys sent to their buckets' PEs, and ranked there.
 */
final class IntegerSort implements Program {
    private static final int ITERATIONS = 10;
    private static final int LOG2_BUCKETS = 10;
    private static final int BUCKETS = 1 << LOG2_BUCKETS;
    private static final int SEED = 314159265;

    /** A key is the mean of so many random numbers. */
    private static final int DRAWS = 4;

    private static final int DRAWN_BITS = 24;

    private final int shift;
    private final int[] keys;
    private final int[] grouped;
    private final int[] ranks;
    private final int[] firstBucket = new int[nPes() + 1];
    private final SymmetricInts bucketCounts = mallocInts(BUCKETS);
    private final SymmetricInts bucketTotals = mallocInts(BUCKETS);

    /** Keys for, and from, each PE. */
    private final SymmetricLongs myCounts = mallocLongs(nPes());

    private final SymmetricLongs counts = mallocLongs(nPes());

    /** Where in the target's memory they go. */
    private final SymmetricLongs myPlaces = mallocLongs(nPes());

    private final SymmetricLongs places = mallocLongs(nPes());

    /** Keys from all PEs. */
    private final SymmetricInts incoming;

    private int received;
    private int iteration;

    IntegerSort(int log2Keys, int log2MaxKey) {
        final int keysPerPe = (int) ((1L << log2Keys) / nPes());
        shift = log2MaxKey - LOG2_BUCKETS;
        keys = new int[keysPerPe];
        grouped = new int[keysPerPe];
        ranks = new int[1 << log2MaxKey];
        incoming = mallocInts(keysPerPe * 3L / 2 + 1000);
        fill(keys, SEED + myPe(), log2MaxKey);
        barrierAll();
    }

    /**
     * Each key by a call of its own: C2 can take half a second to compile the two loops as one, and then has no time
     * for the rest.
     */
    private static void fill(int[] keys, long seed, int log2MaxKey) {
        final long[] random = {seed};
        for (int i = 0; i < keys.length; i++) {
            keys[i] = draw(random, log2MaxKey);
        }
    }

    private static int draw(long[] random, int log2MaxKey) {
        long sum = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            random[0] = Random.next(random[0]);
            sum += random[0] >>> (Long.SIZE - DRAWN_BITS);
        }
        return (int) (sum / DRAWS >> (DRAWN_BITS - log2MaxKey));
    }

    @Override
    public void pass() {
        for (int i = 0; i < ITERATIONS; i++) {
            iteration++;
            keys[iteration % keys.length] = iteration;
            final int[] mine = countBuckets();
            shareOut();
            group(mine);
            exchange(mine);
            rank();
            barrierAll();
        }
    }

    private int[] countBuckets() {
        final int[] mine = new int[BUCKETS];
        for (int key : keys) {
            mine[key >> shift]++;
        }
        put(bucketCounts, mine, BUCKETS, myPe());
        sumReduce(TEAM_WORLD, bucketTotals, bucketCounts, BUCKETS);
        return mine;
    }

    /** Gives each PE consecutive buckets with about as many keys. */
    private void shareOut() {
        final long all = (long) keys.length * nPes();
        long sum = 0;
        int pe = 1;
        for (int bucket = 0; bucket < BUCKETS && pe < nPes(); bucket++) {
            sum += bucketTotals.get(bucket);
            while (pe < nPes() && sum >= all * pe / nPes()) {
                firstBucket[pe++] = bucket + 1;
            }
        }
        firstBucket[nPes()] = BUCKETS;
    }

    private void group(int[] mine) {
        final int[] next = new int[BUCKETS];
        int sum = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            next[bucket] = sum;
            sum += mine[bucket];
        }
        for (int key : keys) {
            grouped[next[key >> shift]++] = key;
        }
    }

    private void exchange(int[] mine) {
        for (int pe = 0; pe < nPes(); pe++) {
            long count = 0;
            for (int bucket = firstBucket[pe]; bucket < firstBucket[pe + 1]; bucket++) {
                count += mine[bucket];
            }
            myCounts.set(pe, count);
        }
        alltoall(TEAM_WORLD, counts, myCounts, 1);
        received = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            myPlaces.set(pe, received);
            received += (int) counts.get(pe);
        }
        alltoall(TEAM_WORLD, places, myPlaces, 1);
        int start = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            final int count = (int) myCounts.get(pe);
            put(incoming, places.get(pe), grouped, start, count, pe);
            start += count;
        }
        barrierAll();
    }

    private void rank() {
        final int first = firstBucket[myPe()] << shift;
        final int range = range();
        Arrays.fill(ranks, 0, range, 0);
        for (int i = 0; i < received; i++) {
            ranks[incoming.get(i) - first]++;
        }
        for (int key = 1; key < range; key++) {
            ranks[key] += ranks[key - 1];
        }
    }

    private int range() {
        return firstBucket[myPe() + 1] - firstBucket[myPe()] << shift;
    }

    @Override
    public long check() {
        long sum = received;
        for (int key = 0; key < range(); key++) {
            sum = sum * 31 + ranks[key];
        }
        return sum;
    }

    @Override
    public void close() {
        free(incoming);
        free(places);
        free(myPlaces);
        free(counts);
        free(myCounts);
        free(bucketTotals);
        free(bucketCounts);
    }
}
