package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveCallTest {
    @Test
    void shouldTellStridesApart() {
        assertNotEquals(CollectiveCall.strides(8, 16), CollectiveCall.strides(16, 8));
        assertEquals(CollectiveCall.strides(1 << 20, 24), CollectiveCall.strides(1 << 20, 24));
        final String text = CollectiveCall.ALLTOALLS.format(64, 128, 256, CollectiveCall.strides(8, 16));
        assertTrue(text.endsWith("strides 8 and 16 bytes"), text);
    }

    /** With the arguments 11, 22 and 33, and a fourth one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INIT|0|init()",
                "SHUTDOWN|0|shutdown()",
                "BARRIER_ALL|0|barrierAll()",
                "SYNC_ALL|0|syncAll()",
                "MALLOC|3|malloc of 11 bytes for long elements",
                "CALLOC|2|calloc of 11 bytes for int elements",
                "ALIGN|5|align of 11 bytes for double elements, alignment 22",
                "MALLOC_WITH_HINTS|4|malloc with hints of 11 bytes for float elements, hints 33",
                "MALLOC|16643|malloc of 11 bytes for long elements, new block at heap offset 64",
                "ALIGN|-251|align of 11 bytes for double elements, alignment 22, no room",
                "REALLOC|0|realloc to 11 bytes of the block at heap offset 22",
                "REALLOC|256|realloc to 11 bytes of the block at heap offset 22, new block at heap offset 0",
                "FREE|0|free of the block at heap offset 11",
                "TEAM_SPLIT_STRIDED|0|teamSplitStrided from PE 11 with stride 22, 33 PEs",
                "TEAM_SPLIT_2D|0|teamSplit2d with xrange 11",
                "TEAM_SPLIT_BY_COLOR|0|teamSplitByColor",
                "TEAM_SPLIT_PES|0|teamSplitPes of 11 PEs (list 0x16)",
                "TEAM_DESTROY|0|teamDestroy()",
                "BROADCAST|7|broadcast of 11 bytes from PE 7 of the team, dest at heap offset 22, source at 33",
                "COLLECT|0|collect to the 22 bytes at heap offset 11",
                "FCOLLECT|0|fcollect of 11 bytes from each PE, dest at heap offset 22, source at 33",
                "ALLTOALL|0|alltoall of 11 bytes to each PE, dest at heap offset 22, source at 33",
                "INSCAN|3|sumInscan of 11 long elements, dest at heap offset 22, source at 33",
                "EXSCAN|0|sumExscan of 11 byte elements, dest at heap offset 22, source at 33",
                "INSCAN_VALUE|3|sumInscan of one long",
                "EXSCAN_VALUE|1|sumExscan of one short",
                "INSCAN_BY_OPERATOR|3|inscan by an operator of 11 long elements, dest at heap offset 22, source at 33",
                "EXSCAN_BY_OPERATOR|5|exscan by an operator of 11 double elements, dest at heap offset 22, source at"
                        + " 33",
                "INSCAN_VALUE_BY_OPERATOR|3|inscan by an operator of one long",
                "EXSCAN_VALUE_BY_OPERATOR|2|exscan by an operator of one int",
                "GATHER_WORDS|0|gather of 11 words",
                "BROADCAST_VALUE|4|broadcast of one float from PE 11 of the team",
                "ANY|0|any()",
                "ALL|0|all()",
            })
    void shouldNameItsArguments(CollectiveCall call, long fourth, String text) {
        assertEquals(text, call.formatPlaced(11, 22, 33, fourth));
    }

    /** Which PEs that call different things need not have in common. */
    @Test
    void shouldLeaveOutThePlaceOfANewBlock() {
        assertEquals("malloc of 11 bytes for long elements", CollectiveCall.MALLOC.format(11, 0, 0, 16643));
    }

    @Test
    void shouldNameEachReductionOfEachType() {
        for (ElementKind type : ElementKind.values()) {
            final String ofType = " for " + type.name().toLowerCase(Locale.ROOT) + " of one value";
            for (Reduction reduction : Reduction.values()) {
                final long detail = CollectiveCall.reduction(reduction, type);
                assertEquals(reduction.operation + ofType, CollectiveCall.REDUCE_VALUE.format(0, 0, 0, detail));
                final String text = CollectiveCall.REDUCE.format(11, 22, 33, detail);
                assertTrue(text.startsWith(reduction.operation) && text.contains(" of 11 elements, dest"), text);
            }
            assertEquals(
                    "reduceCommutative by an operator" + ofType,
                    CollectiveCall.REDUCE_VALUE_BY_OPERATOR.format(0, 0, 0, CollectiveCall.operator(true, type)));
            assertEquals(
                    "reduce by an operator" + ofType,
                    CollectiveCall.REDUCE_VALUE_BY_OPERATOR.format(0, 0, 0, CollectiveCall.operator(false, type)));
        }
    }

    @Test
    void shouldBeFoundByItsCode() {
        for (CollectiveCall call : CollectiveCall.values()) {
            assertEquals(call, CollectiveCall.of(call.code()));
        }
        for (AllocationCall call : AllocationCall.values()) {
            assertEquals(call.name(), CollectiveCall.of(call).name());
        }
    }
}
