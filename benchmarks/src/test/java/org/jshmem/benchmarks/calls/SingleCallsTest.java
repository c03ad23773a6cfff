package org.jshmem.benchmarks.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.benchmarks.calls.CallTimes.Phase;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program as a job of one PE. */
@Timeout(60)
@Tag(QuickFilter.FULL)
class SingleCallsTest {
    @ParameterizedTest
    @ValueSource(strings = {"nothing", "garbage", "compiler"})
    void shouldMeasureEveryPhase(String thread) throws IOException, InterruptedException {
        final List<CallTimes> times = run(thread, "barrier_all", "set_lock + clear_lock, contended");

        assertEquals(
                List.of(Phase.FIRST, Phase.STEADY, Phase.BACK_TO_BACK, Phase.FIRST, Phase.STEADY, Phase.BACK_TO_BACK),
                times.stream().map(CallTimes::phase).toList());
        for (CallTimes t : times) {
            assertTrue(t.calls() > 0 && t.meanNs() > 0, t::toString);
            assertTrue(t.phase() == Phase.BACK_TO_BACK || t.p50Ns() > 0 && t.p50Ns() <= t.p99Ns(), t::toString);
        }
    }

    private static List<CallTimes> run(String... arguments) throws IOException, InterruptedException {
        final List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SingleCalls.class.getName(),
                "50");
        final Process process = new ProcessBuilder(
                        Stream.concat(java.stream(), Stream.of(arguments)).toList())
                .redirectErrorStream(true)
                .start();
        try {
            final List<String> lines = process.inputReader().lines().toList();
            assertTrue(process.waitFor(10, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), lines::toString);
            return lines.stream()
                    .map(CallTimes::parse)
                    .flatMap(Optional::stream)
                    .toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
