package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Cases of the kit as tests: the first test of a group runs its job, all of them read their own result. */
final class KitTests {
    private final Harness harness;
    private final List<String> ids;
    private Map<String, Harness.Result> results;

    private KitTests(Harness harness, List<String> ids) {
        this.harness = harness;
        this.ids = ids;
    }

    /** The tests of a group. */
    static Stream<DynamicTest> of(Harness harness, String prefix, List<String> ids, Report report) {
        final KitTests job = new KitTests(harness, ids);
        return ids.stream()
                .map(id -> dynamicTest(prefix + Harness.nameOf(id), () -> {
                    final Harness.Result result = job.results().get(id);
                    assertNotNull(result, id + " has a result");
                    report.add(result);
                    if (!result.passed()) {
                        System.out.println(prefix + result.name() + ": " + result.message());
                    }
                    assertTrue(result.passed(), result::message);
                    assertTrue(result.checks() > 0, "checks were made");
                }));
    }

    private synchronized Map<String, Harness.Result> results() {
        if (results == null) {
            results = harness.run(ids);
        }
        return results;
    }
}
