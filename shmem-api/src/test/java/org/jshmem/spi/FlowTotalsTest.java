package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlowTotalsTest {
    private final FlowTotals totals = new FlowTotals();

    private FlowFigures flow(String kind) {
        final FlowFigures figures = new FlowFigures(kind, "Main.java:7");
        totals.flowMade(figures);
        return figures;
    }

    @Test
    void shouldSumUpTheFlowsOfAKind() {
        final FlowFigures ended = flow("Edge");
        ended.allocated(1000);
        ended.published(64, 1024, 1024);
        ended.published(16, 256, 1024);
        ended.visited(70, 3, 500);
        totals.flowEnded(ended);
        final FlowFigures live = flow("Edge");
        live.allocated(4096);
        live.published(64, 1024, 1024);
        live.visited(5, 0, 40);
        live.waited(30);
        live.waited(20);
        live.overflowed(8);
        flow("long").visited(1, 0, 1);

        assertEquals(Set.of("Edge", "long"), totals.byKind().keySet());
        final FlowFigures sum = totals.byKind().get("Edge");
        assertEquals(141, sum.sent(), "without those sent on for others");
        assertEquals(75, sum.handled());
        assertEquals(3, sum.buffers());
        assertEquals(1, sum.buffersNotFull());
        assertEquals(2304, sum.bytes());
        assertEquals(0.75, sum.fill());
        assertEquals(540, sum.handlerNs());
        assertEquals(2, sum.waits());
        assertEquals(50, sum.waitNs());
        assertEquals(8, sum.overflowed());
        assertEquals(4096, sum.memoryBytes(), "of the flow that has not ended");
    }

    @Test
    void shouldGoOnCountingAfterALook() {
        final FlowFigures flow = flow("int");
        flow.visited(3, 0, 10);
        final FlowFigures before = totals.byKind().get("int");
        flow.visited(4, 0, 10);
        assertEquals(3, before.handled());
        assertEquals(4, totals.byKind().get("int").minus(before).handled());
    }

    @Test
    void shouldForgetFlowsThatWereLeftOpen() {
        final FlowFigures open = flow("int");
        totals.clear();
        totals.flowEnded(open);
        assertEquals(Set.of(), totals.byKind().keySet());
    }

    @Test
    void shouldHaveNoFillWithoutBuffers() {
        assertEquals(0, flow("int").fill());
    }

    @Test
    void shouldReadWhatItWrites() {
        final FlowFigures figures = flow("Place question");
        figures.published(10, 160, 8192);
        figures.visited(4, 2, 77);
        figures.waited(5);
        figures.overflowed(6);
        figures.allocated(7);
        final FlowFigures read = FlowFigures.read(figures.write());
        assertEquals("Place question", read.kind());
        assertEquals(figures.write(), read.write());
        assertEquals(8, read.sent());
        assertEquals(7, read.memoryBytes());
    }
}
