package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Cases of the kit as tests: each waits for the job of its group, and reads its own result. */
final class KitTests {
    private KitTests() {}

    /** The tests of some groups, whose jobs are added at once. */
    static Stream<DynamicTest> of(Harness harness, String prefix, List<List<String>> groups, Report report) {
        return groups.stream().map(ids -> of(harness, prefix, report, ids)).toList().stream()
                .flatMap(List::stream);
    }

    private static List<DynamicTest> of(Harness harness, String prefix, Report report, List<String> ids) {
        final Future<Map<String, Harness.Result>> job =
                Jobs.add(harness, ids.stream().map(CaseTable::find).toList());
        return ids.stream()
                .map(id -> dynamicTest(
                        prefix + Harness.nameOf(id), () -> judge(Jobs.await(job).get(id), prefix, id, report)))
                .toList();
    }

    private static void judge(Harness.Result result, String prefix, String id, Report report) {
        assertNotNull(result, id + " has a result");
        report.add(result);
        if (!result.passed()) {
            System.out.println(prefix + result.name() + ": " + result.message());
        }
        assertTrue(result.passed(), result::message);
    }
}
