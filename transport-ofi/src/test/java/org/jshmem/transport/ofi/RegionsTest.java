package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.transport.ofi.domain.Regions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions of heaps, and the tables of their keys. */
class RegionsTest {
    private static final long MIB = 1 << 20;

    /** No more than 64 in a heap, of which the first are as small as the unit of a claim. */
    @ParameterizedTest
    @CsvSource({"1, 64", "3, 64", "128, 64", "129, 32", "256, 16", "1024, 8", "65536, 4", "1048576, 2"})
    void shouldBeSmallAndFew(long heapMib, int ofEachSize) {
        final Regions regions = Regions.of(heapMib * MIB);
        assertEquals(ofEachSize, 1 << regions.shift());
        assertTrue(regions.index(heapMib * MIB - 1) < 64);
        assertEquals(2 * MIB, regions.left(0));
    }

    /** One after the other, each of whole units, and none larger than twice its share of what lies before it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 128, 129, 1000, 2000, 65536, 100_000, 1 << 20, 1 << 21, 1 << 24})
    void shouldEndWhereTheNextBegins(long heapMib) {
        final Regions regions = Regions.of(heapMib * MIB);
        long start = 0;
        for (int index = 0; start < heapMib * MIB; index++) {
            final long bytes = regions.left(start);
            final long last = start + bytes - 1;
            assertEquals(0, bytes % (2 * MIB));
            assertTrue(bytes <= Math.max(2 * MIB, 2 * (start >> regions.shift())), "region " + index + " of " + bytes);
            assertEquals(index, regions.index(start));
            assertEquals(index, regions.index(last));
            assertEquals(0, regions.within(start));
            assertEquals(bytes - 1, regions.within(last));
            assertEquals(1, regions.left(last));
            assertEquals(start, regions.end(start));
            assertEquals(start + bytes, regions.end(start + 1));
            assertEquals(start + bytes, regions.end(start + bytes));
            start += bytes;
        }
    }

    @Test
    void shouldAllBeUnitsInTheSharedHeap() {
        final Regions units = Regions.units();
        for (long offset : new long[] {0, 2 * MIB + 5, 7 * MIB, (1L << 40) + 2 * MIB - 1}) {
            assertEquals(offset / (2 * MIB), units.index(offset));
            assertEquals(offset % (2 * MIB), units.within(offset));
            assertEquals(2 * MIB - offset % (2 * MIB), units.left(offset));
        }
    }

    @Test
    void shouldKnowTheKeysThatWereAdded() {
        final KeyTable one = KeyTable.with(null, 3, 33);
        final KeyTable two = KeyTable.with(one, 1, 0);
        assertEquals(33, two.key(3));
        assertEquals(0, two.key(1));
        assertEquals("false true false true false", known(two));
        assertEquals("false false false true false", known(one));
        assertEquals("false false false false false", known(null));
    }

    private static String known(KeyTable table) {
        final StringBuilder text = new StringBuilder();
        for (int region = 0; region < 5; region++) {
            text.append(KeyTable.has(table, region)).append(' ');
        }
        return text.toString().strip();
    }
}
