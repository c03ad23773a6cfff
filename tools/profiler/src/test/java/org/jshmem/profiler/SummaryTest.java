package org.jshmem.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tables, against sums that are computed by hand. */
@Timeout(20)
class SummaryTest {
    private static List<String> lines(String table) {
        return table.lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    @Test
    void shouldAddUpOperationsAndShowTheSlowestFirst() {
        assertEquals(
                List.of(
                        "title",
                        "operation calls bytes total ms mean ns",
                        "quiet 5 0 7.500 1500000",
                        "put 30 3000 3.000 100000",
                        "g 1 8 0.001 1234"),
                lines(Summary.of(
                        "title",
                        List.of(
                                new Entry("put", 0, 1, 10, 1000, 1_000_000),
                                new Entry("g", 0, 1, 1, 8, 1234),
                                new Entry("quiet", 0, -1, 2, 0, 2_500_000),
                                new Entry("put", 1, 0, 20, 2000, 2_000_000),
                                new Entry("quiet", 1, -1, 3, 0, 5_000_000)))));
    }

    private static FlowFigures flow(String kind, int times) {
        final FlowFigures flow = new FlowFigures(kind, "Main.java:1");
        for (int i = 0; i < times; i++) {
            flow.published(10, 400, 1000);
            flow.published(20, 1000, 1000);
            flow.visited(7, 1, 1_500_000);
            flow.waited(250_000);
        }
        return flow;
    }

    @Test
    void shouldAddUpFlowsByTheirKind() {
        assertEquals(
                List.of(
                        "flow of sent handled handlers ms buffers not full fill waits waits ms",
                        "Edge 29 7 1.500 2 1 70.0% 1 0.250",
                        "long 87 21 4.500 6 3 70.0% 3 0.750"),
                lines(Summary.ofFlows(List.of(flow("long", 1), flow("Edge", 1), flow("long", 2)))));
        assertEquals("", Summary.ofFlows(List.of()));
    }

    /** By operation and target; more operations than there can be are not counted. */
    @Test
    void shouldKeepTheFiguresOfEachTarget() {
        final Operation put = Operation.of("put");
        final Operation quiet = Operation.of("quiet");
        final Profile profile = new Profile(2, 3);
        profile.add(put, 0, 1, 10, 100);
        profile.add(put, 2, 1, 20, 200);
        profile.add(put, 2, 2, 30, 300);
        profile.add(quiet, -1, 1, 0, 5);
        profile.add(quiet, 1, 0, 7, 7); // not a call
        assertEquals(
                Set.of(
                        new Entry("put", 2, 0, 1, 10, 100),
                        new Entry("put", 2, 2, 3, 50, 500),
                        new Entry("quiet", 2, -1, 1, 0, 5)),
                Set.copyOf(profile.entries()));
        assertEquals(3, profile.entries().size());
    }
}
