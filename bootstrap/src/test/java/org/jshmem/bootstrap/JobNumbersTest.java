package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class JobNumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, true, false",
        "1, true, true",
        "1048575, true, true",
        "1048576, false, true",
        "1048577, false, false",
        "-1, false, false",
        "'', false, false",
        "7x, false, false",
        "1000000000000000000000, false, false"
    })
    void shouldTakeNumbersOfPes(String text, boolean isPe, boolean isSize) {
        check(isPe, text, "KEY=" + text + " is not a PE from 0 to 1048575;", () -> JobNumbers.rank("KEY", text));
        check(
                isPe,
                text,
                "KEY=" + text + " is not a PE from 0 to 1048575, as SIZE=1048576;",
                () -> JobNumbers.rank("KEY", text, "SIZE", JobNumbers.MOST_PES));
        check(
                isSize,
                text,
                "KEY=" + text + " is not a number of PEs from 1 to 1048576;",
                () -> JobNumbers.size("KEY", text));
    }

    private interface Parser {
        int parse();
    }

    private static void check(boolean isTaken, String text, String message, Parser parser) {
        if (isTaken) {
            assertEquals(Integer.parseInt(text), parser.parse());
        } else {
            final var error = assertThrows(ShmemException.class, parser::parse);
            assertTrue(error.getMessage().startsWith(message), error.getMessage());
        }
    }
}
