package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.spi.Operation;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CountsTest {
    private static final Operation PUT = Operation.of("put");
    private static final Operation GET = Operation.of("get");
    private static final Operation QUIET = Operation.of("quiet");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 31, 32, 63, 64, 65, 128, 1_000})
    void shouldCountByOperationAndByTarget(int nPes) {
        final Counts counts = new Counts(nPes);
        for (int pe = 0; pe < nPes; pe++) {
            counts.count(PUT, pe, 8 + pe);
            counts.count(GET, pe, 100);
            counts.count(PUT, pe, 0);
            counts.count(QUIET, Operation.NO_PE, 1_000_000);
        }

        final long[] byTarget = counts.byTarget();
        assertAll(
                () -> assertEquals(2L * nPes, counts.calls(PUT)),
                () -> assertEquals(8L * nPes + nPes * (nPes - 1L) / 2, counts.bytes(PUT)),
                () -> assertEquals(nPes, counts.calls(GET)),
                () -> assertEquals(100L * nPes, counts.bytes(GET)),
                () -> assertEquals(nPes, counts.calls(QUIET)),
                () -> assertEquals(1_000_000L * nPes, counts.bytes(QUIET)));
        for (int pe = 0; pe < nPes; pe++) {
            assertEquals(3, byTarget[2 * pe], "calls to PE " + pe + " of " + nPes);
            assertEquals(108 + pe, byTarget[2 * pe + 1], "bytes to PE " + pe + " of " + nPes);
        }
    }
}
