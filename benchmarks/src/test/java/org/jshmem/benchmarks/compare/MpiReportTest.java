package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.benchmarks.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class MpiReportTest {
    private static final Mpi ONE = new Mpi("one", Path.of("one"), List.of());
    private static final Mpi OTHER = new Mpi("other", Path.of("other"), List.of());
    private static final String EXCHANGE = "message exchange";
    private static final int BYTES = 16_384;

    @Test
    void shouldCompareWithTheFastest() {
        final Map<Mpi, List<Round>> passes = new LinkedHashMap<>();
        passes.put(ONE, List.of(round(100, 30), round(110, 33)));
        passes.put(OTHER, List.of(round(60, 30), round(66, 33)));

        final String report = new MpiReport(passes, new BesideMpi(), List.of()).markdown();

        assertTrue(
                report.contains(
                        "| message exchange, 16 KiB, near | 105 ns | 63.0 ns | 31.5 ns | 0.50 | 0.50 – 0.50 | ≤ 0.35"
                                + " | **missed** |"),
                report);
    }

    @Test
    void shouldFindTheTwin() {
        assertEquals("message", MessageTwins.inC("message, Java arrays"));
        assertEquals("message, just written", MessageTwins.inC("message, just written"));
        assertEquals("replay of LULESH", MessageTwins.inC("replay of LULESH, visited"));
    }

    @Test
    void shouldReadTheTimesOfApplications() {
        assertEquals(
                0.25e9,
                Application.MINIMD.loopNs(
                        List.of("# nsteps natoms", "2 1 1000 2048 0.25 0.2 0.03 0.01 0.01 8e6 4e6 PERF_SUMMARY 0")));
        assertEquals(
                1.5e9, Application.MINIMD.loopNs(List.of("100 7.2e-01 -5.7e+00 6.5e-01", "1.500 s", "0.064 s forces")));
        assertEquals(
                0.8349e9,
                Application.LULESH.loopNs(List.of(
                        "Elapsed time         =       0.83 (s)",
                        "Grind time (us/z/c)  =  0.61838 (per dom)  (    0.8349 overall)")));
        assertEquals(1.25e9, Application.LULESH.loopNs(List.of("Elapsed time = 1.250000 (s)")));
        assertThrows(IllegalStateException.class, () -> Application.LULESH.loopNs(List.of("nothing")));
    }

    private static Round round(double cNs, double javaNs) {
        return new Round(List.of(measured(cNs)), List.of(measured(javaNs)));
    }

    private static Measurement measured(double ns) {
        return new Measurement(EXCHANGE, BYTES, ns, ns, ns, 1, 1, 0, 0, 0);
    }
}
