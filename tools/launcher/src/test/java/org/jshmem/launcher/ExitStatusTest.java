package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class ExitStatusTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0   | ended with exit status 0",
                "128 | ended with exit status 128",
                "129 | was killed by signal 1 (SIGHUP)",
                "143 | was killed by signal 15 (SIGTERM)",
                "163 | was killed by signal 35",
                "192 | was killed by signal 64 (SIGRTMAX)",
                "193 | ended with exit status 193",
            })
    void shouldSayHowAProcessEnded(int status, String expected) {
        assertEquals(expected, ExitStatus.describe(status));
    }

    @Test
    void shouldCountAsAShell() {
        assertEquals(137, ExitStatus.ofSignal(9));
    }
}
