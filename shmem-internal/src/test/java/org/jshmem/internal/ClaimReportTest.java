package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClaimReportTest {
    @Test
    void shouldSayHowFarItIs() {
        final PrintStream before = System.err;
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setErr(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            new ClaimReport(3, "its symmetric heap").claimed(5L << 30, 7L << 31, 12_999_999_999L);
        } finally {
            System.setErr(before);
        }
        assertEquals(
                "jshmem: PE 3 has claimed 5120 of 14336 MiB for its symmetric heap in 12 s\n",
                text.toString(StandardCharsets.UTF_8));
    }
}
