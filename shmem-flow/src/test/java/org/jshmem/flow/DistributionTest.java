package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistributionTest {
    private static final int ROUNDS = 2000;

    @Test
    void shouldDealOutBlocksInTurn() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++) {
            final int pes = random.nextInt(1, 12);
            final long block = random.nextLong(1, 10);
            final long length = random.nextLong(0, 200);
            final Distribution distribution = Distribution.of(length, block, pes);
            final long[] next = new long[pes];
            for (long i = 0; i < length; i++) {
                final int owner = distribution.owner(i);
                assertEquals(i / block % pes, owner);
                assertEquals(next[owner]++, distribution.localIndex(i));
                assertEquals(i, distribution.globalIndex(owner, distribution.localIndex(i)));
            }
            for (int pe = 0; pe < pes; pe++) {
                assertEquals(next[pe], distribution.localLength(pe));
                assertTrue(next[pe] <= distribution.mostLocal());
            }
        }
    }

    @Test
    void shouldDivideLargeNumbers() {
        final SplittableRandom random = new SplittableRandom(2);
        for (int round = 0; round < ROUNDS; round++) {
            final int pes = random.nextInt(1, Integer.MAX_VALUE) >>> random.nextInt(31);
            final long block = (random.nextLong() >>> 1 >>> random.nextInt(62)) + 1;
            final long index = random.nextLong() >>> 1 >>> random.nextInt(62);
            if (pes > 0 && block > 0) {
                final Distribution distribution = Distribution.of(Long.MAX_VALUE, block, pes);
                check(distribution, block, pes, index);
                check(distribution, block, pes, Long.MAX_VALUE - 1);
                check(distribution, block, pes, index / block * block);
                check(distribution, block, pes, Math.max(0, index / block * block - 1));
            }
        }
    }

    private static void check(Distribution distribution, long block, int pes, long index) {
        assertEquals((int) (index / block % pes), distribution.owner(index), () -> index + " " + block + " " + pes);
        assertEquals(index / block / pes * block + index % block, distribution.localIndex(index));
    }

    @Test
    void shouldGiveEachPeOneBlock() {
        final Distribution distribution = Distribution.blocks(10, 4);
        assertEquals(3, distribution.localLength(0));
        assertEquals(1, distribution.localLength(3));
        assertEquals(2, distribution.owner(8));
        assertEquals(0, Distribution.blocks(0, 4).mostLocal());
        assertEquals(0, Distribution.blocks(2, 4).localLength(3));
    }

    @Test
    void shouldRefuseWhatIsNone() {
        final Class<IllegalArgumentException> none = IllegalArgumentException.class;
        assertEquals(
                "n=-1 must be 0 or more",
                assertThrows(none, () -> Distribution.of(-1, 1, 1)).getMessage());
        assertEquals(
                "k=0 must be 1 or more",
                assertThrows(none, () -> Distribution.of(1, 0, 1)).getMessage());
        final Distribution distribution = Distribution.of(5, 1, 2);
        distribution.require(0);
        distribution.require(4);
        for (long index : new long[] {-1, 5}) {
            assertEquals(
                    "index=" + index + " is not in the distributed array, whose length is 5",
                    assertThrows(IndexOutOfBoundsException.class, () -> distribution.require(index))
                            .getMessage());
        }
    }
}
