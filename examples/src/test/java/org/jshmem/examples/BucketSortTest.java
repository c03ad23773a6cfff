package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketSortTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64})
    void shouldSpreadKeysInOrderOverAllBuckets(int nPes) {
        int last = 0;
        for (int key = 0; key < 1 << 20; key += 13) {
            final int bucket = BucketSort.bucketOf(key, nPes);
            assertTrue(bucket == last || bucket == last + 1, "key " + key + " in bucket " + bucket);
            last = bucket;
        }
        assertEquals(nPes - 1, last);
    }
}
