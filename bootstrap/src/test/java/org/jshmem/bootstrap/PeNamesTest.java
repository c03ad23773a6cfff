package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class PeNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1  | PE 5",
                "2  | PEs 5, 6",
                "16 | PEs 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20",
                "17 | PEs 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, … (17)",
            })
    void shouldNameSomeOfMany(int count, String expected) {
        assertEquals(expected, PeNames.of(IntStream.range(5, 5 + count).toArray()));
    }
}
