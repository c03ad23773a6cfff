package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jshmem.benchmarks.programs.PassTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class FlowResultsTest {
    private static final Place PLACE = new Place(1, 2);
    private static final Place HOSTS = new Place(2, 1);

    private final FlowResults results = new FlowResults();

    @Test
    void shouldDivideByTheFastestFormInC() {
        final FlowTask task = task(form("slow", 50, 60), form("fast", 20, 25), form("JSHMEM", 10, 15));

        final String table = tableOf(task, 2);

        assertTrue(
                table.contains(
                        "| histogram, 2 PEs | 55.0 ns | 22.5 ns | 12.5 ns | 0.55 | 0.50 – 0.60 | ≤ 0.80 | met |"),
                table);
    }

    @Test
    void shouldNotTryAgainWhatHasFailed() {
        final Form failing = new Form("fast", place -> {
            assertFalse(results.has(key("slow")) && results.costs(key("slow")).size() > 1, "tried again");
            return Optional.empty();
        });
        final FlowTask task = task(form("slow", 50, 60), failing, form("JSHMEM", 10, 15));

        final String table = tableOf(task, 2);

        assertEquals(Optional.of(key("slow")), results.fastestInC(PLACE, task));
        assertTrue(table.contains("| histogram, 2 PEs | 55.0 ns | none | 12.5 ns | 0.23 |"), table);
    }

    /** A form that has failed in a later round has too few results to be compared. */
    @Test
    void shouldLeaveOutWhatFailsLater() {
        final FlowTask task = task(form("slow", 50, 60), form("fast", 20), form("JSHMEM", 10, 15));

        tableOf(task, 2);

        assertFalse(results.has(key("fast")));
        assertEquals(List.of(), results.costs(key("fast")));
    }

    @Test
    void shouldRefuseDifferentResults() {
        final FlowTask task = task(form("slow", 1, 100), form("fast", 2, 100), form("JSHMEM", 3, 100));
        results.run(PLACE, task);

        final Form other = new Form("JSHMEM", place -> RecordCost.of(List.of(new PassTime(1, 10, 8)), 1));
        final Form differs = new Form("fast", place -> RecordCost.of(List.of(new PassTime(1, 10, 7)), 1));
        final Form more = new Form("fast", place -> RecordCost.of(List.of(new PassTime(1, 10, 7)), 2));

        assertThrows(IllegalStateException.class, () -> results.run(HOSTS, FlowTask.inJava("a", other, differs)));
        results.run(HOSTS, FlowTask.inJava("b", other, more)); // others need not agree
    }

    @Test
    void shouldTellTheFirstPassFromTheSteadyState() {
        final RecordCost cost = RecordCost.of(
                        List.of(
                                new PassTime(1, 900, 5, 4000),
                                new PassTime(2, 500, 6, 3000),
                                new PassTime(3, 120, 7, 20),
                                new PassTime(4, 100, 8, 10)),
                        10)
                .orElseThrow();

        assertEquals(90, cost.firstNs());
        assertEquals(11, cost.ns());
        assertEquals(1, cost.allocatedBytes());
        assertEquals(new RecordCost.Check(10, 5), cost.check());
        assertEquals(Optional.empty(), RecordCost.of(List.of(), 10));
    }

    @Test
    void shouldRelateFormsInJava() {
        results.run(
                PLACE, FlowTask.inJava(FlowTasks.HISTOGRAM, form(FlowTasks.ONE_CALL, 22), form(FlowTasks.BY_HAND, 20)));
        results.run(
                HOSTS,
                FlowTask.inJava(FlowTasks.PUTS, form(FlowTasks.IN_SESSION, 30), form(FlowTasks.WITHOUT_SESSION, 3000)));

        final List<List<String>> figures = new FlowFigures(results)
                .figures(List.of(PLACE, HOSTS)).stream().map(Figure::cells).toList();

        assertEquals(
                List.of(
                        List.of(
                                "histogram, 2 PEs: one call ÷ flow by hand",
                                "1.10 ×",
                                "≤ 1.10 ×",
                                "met",
                                "22.0 ns and 20.0 ns"),
                        List.of(
                                "histogram, 2 PEs, one call: first million ÷ steady state",
                                "1.00 ×",
                                "≤ 3.00 ×",
                                "met",
                                "22.0 ns a record"),
                        List.of(
                                "4,096 p + quiet, 2 hosts, 1 PE each: in a session ÷ without a session",
                                "0.01 ×",
                                "≤ 0.05 ×",
                                "met",
                                "30.0 ns and 3.00 µs")),
                figures.subList(0, 3));
    }

    private String tableOf(FlowTask task, int rounds) {
        for (int i = 0; i < rounds; i++) {
            results.run(PLACE, task);
        }
        final FlowTable table = new FlowTable(results);
        table.add(PLACE, List.of(task));
        return table.markdown();
    }

    private static FlowKey key(String form) {
        return new FlowKey(PLACE, FlowTasks.HISTOGRAM, form);
    }

    private static FlowTask task(Form one, Form other, Form java) {
        return new FlowTask(FlowTasks.HISTOGRAM, List.of(one, other), List.of(java), OptionalDouble.of(0.8));
    }

    /** Has the times of one round after the other, and then fails. */
    private static Form form(String name, double... ns) {
        final Deque<Double> times = new ArrayDeque<>();
        for (double time : ns) {
            times.add(time);
        }
        return new Form(name, place -> Optional.ofNullable(times.poll()).map(RecordCost::of));
    }
}
