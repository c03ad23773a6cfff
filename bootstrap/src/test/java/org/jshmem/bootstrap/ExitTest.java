package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class ExitTest {
    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "255,255", "256,255", "300,44", "512,255", "-1,255", "-256,255", "-2147483648,255"})
    void shouldMakeNoSuccessOfAFailure(int given, int status) {
        assertEquals(status, Exit.status(given));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0   | called globalExit(0)",
                "255 | called globalExit(255)",
                "256 | called globalExit(256); a process can exit only with 0 to 255, so the job ends with 255",
                "-2  | called globalExit(-2); a process can exit only with 0 to 255, so the job ends with 254",
            })
    void shouldSayWithWhatAJobEnds(int given, String expected) {
        assertEquals(expected, Exit.describeGlobalExit(given));
    }
}
