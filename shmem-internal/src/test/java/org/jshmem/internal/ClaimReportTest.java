package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.testing.StandardError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClaimReportTest {
    @Test
    void shouldSayHowFarItIs() {
        assertEquals(
                "jshmem: PE 3 has claimed 5120 of 14336 MiB for its symmetric heap in 12 s\n",
                StandardError.of(
                        () -> new ClaimReport(3, "its symmetric heap").claimed(5L << 30, 7L << 31, 12_999_999_999L)));
    }
}
