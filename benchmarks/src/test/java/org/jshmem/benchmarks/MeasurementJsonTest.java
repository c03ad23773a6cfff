package org.jshmem.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class MeasurementJsonTest {
    private static final Measurement PUT = new Measurement("put + quiet", 64, 1.25, 1.125, 2.5, 100, 4096, 80.5, 81, 0);

    @Test
    void shouldReadWhatItWrites() {
        assertEquals(Optional.of(PUT), MeasurementJson.parse(MeasurementJson.line(PUT)));
    }

    @Test
    void shouldReadTheLineOfTheCProgramWhichKnowsNoAllocation() {
        String line = "{\"operation\": \"put, symmetric source\", \"bytes\": 8, \"medianNs\": 17.662, \"p10Ns\": 17.5,"
                + " \"p99Ns\": 23.449, \"batches\": 370, \"iterations\": 8192, \"roundTripBeforeNs\": 142.9,"
                + " \"roundTripAfterNs\": 143.3}";

        Measurement m = MeasurementJson.parse(line).orElseThrow();

        assertEquals("put, symmetric source", m.operation());
        assertEquals(17.662, m.medianNs());
        assertTrue(Double.isNaN(m.allocatedBytes()));
    }

    @Test
    void shouldIgnoreOtherOutput() {
        assertTrue(MeasurementJson.parse("Hello from PE 0").isEmpty());
        assertTrue(MeasurementJson.parse("").isEmpty());
    }

    @Test
    void shouldWriteAnArray() {
        String json = MeasurementJson.array(List.of(PUT, PUT));

        assertEquals("[\n  " + MeasurementJson.line(PUT) + ",\n  " + MeasurementJson.line(PUT) + "\n]\n", json);
    }
}
