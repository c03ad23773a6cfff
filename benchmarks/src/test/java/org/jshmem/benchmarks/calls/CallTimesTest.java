package org.jshmem.benchmarks.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.jshmem.benchmarks.calls.CallTimes.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class CallTimesTest {
    @Test
    void shouldReadWhatItWrites() {
        final CallTimes times = new CallTimes("sum_reduce, 8 B", Phase.BACK_TO_BACK, 17, 81.5, 80, 1200);

        assertEquals(Optional.of(times), CallTimes.parse(times.line()));
    }

    @Test
    void shouldPassOverWhatIsNoMeasurement() {
        assertEquals(Optional.empty(), CallTimes.parse("PE 1: hello"));
        assertEquals(Optional.empty(), CallTimes.parse("{\"operation\": \"put\", \"medianNs\": 3}"));
    }

    @Test
    void shouldRefuseAPhaseThatItDoesNotKnow() {
        final String line = "{\"operation\": \"put\", \"phase\": \"later\", \"calls\": 3}";

        assertThrows(IllegalArgumentException.class, () -> CallTimes.parse(line));
    }
}
