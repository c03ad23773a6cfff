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
}
