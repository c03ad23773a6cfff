package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CmpTest {
    @ParameterizedTest
    @CsvSource({
        "1, 2, NE LT LE LT_UNSIGNED LE_UNSIGNED",
        "2, 2, EQ GE LE GE_UNSIGNED LE_UNSIGNED",
        "3, 2, NE GT GE GT_UNSIGNED GE_UNSIGNED",
        "-1, 2, NE LT LE GT_UNSIGNED GE_UNSIGNED",
        "2, -1, NE GT GE LT_UNSIGNED LE_UNSIGNED",
    })
    void shouldCompareWithAndWithoutSign(long element, long value, String those) {
        for (Cmp cmp : Cmp.values()) {
            assertEquals((" " + those + " ").contains(" " + cmp + " "), cmp.holds(element, value), cmp.name());
        }
    }

    /** Signals have no sign, whichever comparator is named. */
    @ParameterizedTest
    @EnumSource
    void shouldHaveAComparatorWithoutSign(Cmp cmp) {
        final String name = cmp.name();
        final boolean isOrder = name.matches("[GL][TE]");
        assertEquals(Cmp.valueOf(isOrder ? name + "_UNSIGNED" : name), cmp.unsigned());
    }
}
