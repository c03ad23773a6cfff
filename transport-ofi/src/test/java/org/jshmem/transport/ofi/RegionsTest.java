package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.transport.ofi.domain.Regions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Regions of heaps, and the tables of their keys. */
class RegionsTest {
    private static final long MIB = 1 << 20;

    /** As small as the unit of a claim, and no more than 64. */
    @ParameterizedTest
    @CsvSource({"1, 2", "3, 2", "128, 2", "129, 4", "256, 4", "1024, 16", "65536, 1024", "1048577, 32768"})
    void shouldBeSmallAndFew(long heapMib, long regionMib) {
        assertEquals(regionMib * MIB, Regions.of(heapMib * MIB).bytes());
    }

    @Test
    void shouldEndWhereTheNextBegins() {
        final Regions regions = Regions.of(128 * MIB);
        assertEquals(0, regions.index(2 * MIB - 1));
        assertEquals(1, regions.left(2 * MIB - 1));
        assertEquals(1, regions.index(2 * MIB));
        assertEquals(2 * MIB, regions.left(2 * MIB));
        assertEquals(5, regions.within(2 * MIB + 5));
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
