package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.examples.BucketSort;

/** The example, with keys that C can make, too. */
final class BucketSortProgram implements Program {
    private final int[] keys;
    private final SymmetricInts bucket;
    private final SymmetricLongs length;
    private int[] sorted = new int[0];

    BucketSortProgram(int keysPerPe) {
        bucket = mallocInts(keysPerPe * 3L / 2 + 1000);
        length = mallocLongs(1);
        keys = new int[keysPerPe];
        long random = 17L + myPe();
        for (int i = 0; i < keysPerPe; i++) {
            random = Random.next(random);
            keys[i] = (int) random & (BucketSort.MAX_KEY - 1);
        }
    }

    @Override
    public void pass() {
        length.set(0);
        barrierAll();
        BucketSort.exchange(keys, bucket, length);
        barrierAll();
        sorted = BucketSort.countingSort(bucket, (int) length.get());
        barrierAll();
    }

    @Override
    public long check() {
        return Checks.sum(sorted, sorted.length);
    }

    @Override
    public void close() {
        free(length);
        free(bucket);
    }
}
