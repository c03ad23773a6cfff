package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.examples.BucketSort;

/** The example, with keys that C can make, too. */
final class BucketSortProgram implements Program {
    private final int[] keys;
    private final BucketSort sort;
    private int count;

    BucketSortProgram(int keysPerPe) {
        sort = new BucketSort(keysPerPe);
        keys = new int[keysPerPe];
        long random = 17L + myPe();
        for (int i = 0; i < keysPerPe; i++) {
            random = Random.next(random);
            keys[i] = (int) random & (BucketSort.MAX_KEY - 1);
        }
    }

    @Override
    public void pass() {
        count = sort.sort(keys);
    }

    @Override
    public long check() {
        return Checks.sum(sort.sorted(), count);
    }

    @Override
    public void close() {
        sort.free();
    }
}
