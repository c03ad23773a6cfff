package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class SelectionTest {
    private static List<Integer> pes(String input) {
        return List.copyOf(Selection.of(input).pes(4));
    }

    @Test
    void shouldSelectAllPesWithoutASign() {
        assertEquals(List.of(0, 1, 2, 3), pes("myPe()"));
        assertEquals(
                "@Deprecated void f() {}",
                Selection.of("@Deprecated void f() {}").snippet());
    }

    @Test
    void shouldSelectNumbersAndRanges() {
        assertEquals(List.of(0), pes("@0 myPe()"));
        assertEquals(List.of(0, 2, 3), pes(" @2-3,0 myPe()"));
        assertEquals(List.of(3), pes("@3-3 myPe()"));
        assertEquals("int x;\nx", Selection.of("@1 int x;\nx").snippet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"@4 x", "@0,4 x", "@2-1 x", "@1- x", "@0,,1 x", "@0-1-2 x"})
    void shouldNameWhatIsNoPe(String input) {
        final String message =
                assertThrows(IllegalArgumentException.class, () -> pes(input)).getMessage();
        assertTrue(message.contains("must be the number of a PE from 0 to 3"), message);
    }
}
