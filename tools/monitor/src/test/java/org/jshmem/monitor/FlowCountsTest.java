package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlowCountsTest {
    private static final long NOW = 100_000;

    /** A PE that was started ten seconds ago. */
    private static Snapshot pe(int number, String... lines) {
        return Snapshot.parse("pe " + number + "\npes 2\npid " + (70 + number) + "\nhost here\nprogram P\nheld -1\n"
                + "memory 0 0 0\nstarted " + (NOW - 10_000) + "\nwritten " + NOW + "\n" + String.join("\n", lines));
    }

    private static String table(Map<String, Snapshot> before, Snapshot... pes) {
        return Table.of("job", List.of(pes), before, NOW).replaceAll(" +", " ");
    }

    @Test
    void shouldReadTheKindAfterTheNumbers() {
        final FlowCounts flow = FlowCounts.parse("1 2 3 4 5 10 7 8 9 10 11 Place question");
        assertEquals(new FlowCounts("Place question", 1, 2, 3, 4, 5, 10, 7, 8, 9, 10, 11), flow);
        assertEquals(0.5, flow.fill());
        assertEquals(FlowCounts.parse("2 4 6 8 10 20 14 16 18 20 22 Place question"), flow.plus(flow));
    }

    @Test
    void shouldShowTheSumOfAllPes() {
        final String text = table(
                Map.of(),
                pe(0, "flow 5000 3000 50 1 75 100 1500000000 4 700000000 0 1024 Edge"),
                pe(1, "flow 1000 3000 50 2 25 100 500000000 1 300000000 6 1024 Edge"));
        assertTrue(text.contains("\nEdge 6,000 6,000 600 2.0 s 100 50% 5 1.0 s 6 2.0 KiB\n"), text);
    }

    @Test
    void shouldShowTheRateSinceTheLastLook() {
        final Snapshot before = pe(0, "written " + (NOW - 2000), "flow 0 1000 0 0 0 0 0 0 0 0 0 long");
        final Snapshot now = pe(0, "flow 0 5000 0 0 0 0 0 0 0 0 0 long");
        final String text = table(Map.of(before.process(), before), now);
        assertTrue(text.contains("\nlong 0 5,000 2,000 0.0 s 0 0% "), text);
    }

    @Test
    void shouldShowNoFlowsIfThereAreNone() {
        assertFalse(table(Map.of(), pe(0)).contains("flow"));
    }

    @Test
    void shouldSayWhatIsWaitedForInACall() {
        final String text = table(
                Map.of(), pe(0, "doing 3 flowDrain " + NOW + " -1", "waits the end of a flow", "waitsSince " + NOW));
        assertTrue(text.contains(" flowDrain 0.0 s ") && text.contains("\nPE 0 waits for the end of a flow\n"), text);
    }
}
