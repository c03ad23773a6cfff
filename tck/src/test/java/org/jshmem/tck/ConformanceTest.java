package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The whole kit against this project: one test for each case and transport. */
class ConformanceTest {
    private static final Report REPORT = new Report();
    private static final long START = System.nanoTime();

    @TestFactory
    Stream<DynamicNode> shouldConform() {
        final String transports = System.getProperty("jshmem.tck.transports", "shr,cma,none");
        return Arrays.stream(Transport.values())
                .filter(transport -> List.of(transports.split(",")).contains(transport.toString()))
                .map(transport -> {
                    final Harness harness = new Harness(transport);
                    return dynamicContainer(
                            transport.toString(),
                            harness.groups().values().stream().flatMap(ids -> testsOf(harness, transport, ids)));
                });
    }

    /** The first test of a group runs its job, all of them read their own result. */
    private static Stream<DynamicNode> testsOf(Harness harness, Transport transport, List<String> ids) {
        final Job job = new Job(harness, ids);
        return ids.stream()
                .map(id -> dynamicTest(transport + " " + Harness.nameOf(id), () -> {
                    final Harness.Result result = job.results().get(id);
                    assertNotNull(result, id + " has a result");
                    REPORT.add(result);
                    assertTrue(result.passed(), result::message);
                    assertTrue(result.checks() > 0, "checks were made");
                }));
    }

    private static final class Job {
        private final Harness harness;
        private final List<String> ids;
        private Map<String, Harness.Result> results;

        Job(Harness harness, List<String> ids) {
            this.harness = harness;
            this.ids = ids;
        }

        synchronized Map<String, Harness.Result> results() {
            if (results == null) {
                results = harness.run(ids);
            }
            return results;
        }
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
        System.out.println((System.nanoTime() - START) / 1_000_000_000L + " s");
    }
}
