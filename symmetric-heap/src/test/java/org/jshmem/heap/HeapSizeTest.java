package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeapSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1048576, 1048576",
        "20k, 20480",
        "20K, 20480",
        "20kk, 20480",
        "20 , 20",
        "1M, 1048576",
        ".5m, 524288",
        "3.1M, 3250586",
        "2., 2",
        "1.5g, 1610612736",
        "3GB, 3221225472",
        "1t, 1099511627776",
        "0.0001k, 1",
        "1234567890, 1234567890",
        "9007199254740993, 9007199254740993",
        "4096T, 4503599627370496",
        "9223372036854775807, 9223372036854775807",
        "8388607T, 9223370937343148032",
        "999999999g, 1073741822926258176",
    })
    void shouldReadTheSyntaxOfTheSpecification(String text, long bytes) {
        assertEquals(bytes, HeapSize.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "M",
                ".",
                ".k",
                "-1",
                "1.2.3",
                "x12",
                "12x",
                "0x10",
                "1e9",
                "9999999999g",
                "99999999999T",
                "9223372036854775808",
                "8388608T",
                "1/",
                "1:",
                "1 0 0"
            })
    void shouldRefuseWhatIsNoSize(String text) {
        final Exception thrown = assertThrows(IllegalArgumentException.class, () -> HeapSize.parse(text));
        assertTrue(thrown.getMessage().contains("\"" + text + "\""), thrown.getMessage());
    }
}
