package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class AtomicFunctionTest {
    /** As in the specification: bitwise ones are of unsigned integers. */
    @Test
    void shouldHaveTheNamesOfTheFunctions() {
        assertEquals(
                List.of(
                        "long_atomic_fetch",
                        "long_atomic_set",
                        "long_atomic_swap",
                        "long_atomic_compare_swap",
                        "long_atomic_add",
                        "long_atomic_fetch_add",
                        "ulong_atomic_and",
                        "ulong_atomic_fetch_and",
                        "ulong_atomic_or",
                        "ulong_atomic_fetch_or",
                        "ulong_atomic_xor",
                        "ulong_atomic_fetch_xor"),
                Arrays.stream(AtomicFunction.values())
                        .map(function -> function.suffix("long"))
                        .toList());
    }
}
