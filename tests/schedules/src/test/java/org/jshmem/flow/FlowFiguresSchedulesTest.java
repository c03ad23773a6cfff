package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemTeam;
import org.jshmem.schedules.Steps;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.RuntimeListener;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What tools are told of flows is what the flows have done. */
class FlowFiguresSchedulesTest {
    private static final ThreadLocal<List<FlowFigures>> MADE = ThreadLocal.withInitial(ArrayList::new);
    private static final ThreadLocal<List<FlowFigures>> ENDED = ThreadLocal.withInitial(ArrayList::new);
    private static final int MOST_HANDLERS = 4;

    static List<Arguments> jobs() {
        return List.of(
                Arguments.of("two PEs of a node", new int[] {0, 0}),
                Arguments.of("a wire", new int[] {0, 1}),
                Arguments.of("two hops", new int[] {0, 0, 1, 1}),
                Arguments.of("three hops", new int[] {0, 0, 1, 2}));
    }

    @BeforeAll
    static void listen() {
        RuntimeEvents.ALL.listen(new RuntimeListener() {
            @Override
            public void flowMade(FlowFigures figures) {
                MADE.get().add(figures);
            }

            @Override
            public void flowEnded(FlowFigures figures) {
                ENDED.get().add(figures);
            }
        });
    }

    /** What all PEs of a schedule have done; one of them runs at a time. */
    private static final class Counts {
        final LongFlow[] flows;
        final long[] sent;
        final long[] handled;
        long hops;
        long hopsTold;

        Counts(int pes) {
            flows = new LongFlow[pes];
            sent = new long[pes];
            handled = new long[pes];
        }

        void send(Routes routes, long value) {
            final int to = Steps.choose(flows.length);
            sent[routes.me]++;
            hops += hops(routes, to);
            flows[routes.me].send(to, value);
        }
    }

    private static int hops(Routes routes, int to) {
        if (routes.isMate(to)) {
            return 1;
        }
        final int exit = routes.exit(routes.nodeOf[to]);
        final Routes ofExit = ScheduledFlows.routes(exit, routes.nodeOf);
        return (exit == routes.me ? 0 : 1) + 1 + (ofExit.entry(routes.nodeOf[to]) == to ? 0 : 1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldTellToolsWhatFlowsDo(String name, int... nodeOf) {
        final int stride = Long.BYTES + (ScheduledFlows.routes(0, nodeOf).isTagged ? AbstractFlow.TAG : 0);
        ScheduledFlows.explore(nodeOf, stride, () -> {
            final Counts counts = new Counts(nodeOf.length);
            return (job, team) -> count(job, team, ScheduledFlows.routes(team.myPe(), nodeOf), counts, stride);
        });
    }

    private static void count(ScheduledFlows job, ShmemTeam team, Routes routes, Counts counts, int stride) {
        final int me = team.myPe();
        final long start = System.nanoTime();
        MADE.get().clear();
        ENDED.get().clear();
        final long waitsBefore = job.waits(me);
        try (LongFlow flow = LongFlow.of(team, (from, value) -> {
            counts.handled[me]++;
            for (int i = value == 0 ? 0 : 1 + Steps.choose(2); i > 0; i--) {
                counts.send(routes, value - 1);
            }
        })) {
            counts.flows[me] = flow;
            for (int i = Steps.choose(20); i > 0; i--) {
                counts.send(routes, Steps.choose(MOST_HANDLERS));
            }
            final long handled = counts.handled[me];
            assertTrue(flow.progress() || handled == counts.handled[me], "progress() although records were handled");
        }
        assertEquals(1, MADE.get().size());
        assertEquals(MADE.get(), ENDED.get(), "flows that have ended");
        final FlowFigures figures = MADE.get().getFirst();
        assertEquals("long", figures.kind());
        assertEquals(counts.sent[me], figures.sent(), "sent");
        assertEquals(counts.handled[me], figures.handled(), "handled");
        assertEquals(job.waits(me) - waitsBefore - 1, figures.waits(), "waits without that for the end");
        final long ns = System.nanoTime() - start;
        assertTrue(figures.handlerNs() >= 0 && figures.handlerNs() <= ns, figures.handlerNs() + " ns in handlers");
        assertTrue(figures.waitNs() >= 0 && figures.waitNs() <= ns, figures.waitNs() + " ns in waits");
        assertTrue(figures.buffersNotFull() <= figures.buffers() && figures.bytes() <= figures.capacityBytes());
        final long buffers = FlowLayout.of(routes, stride, job.bufferBytes()).bytes();
        assertTrue(figures.memoryBytes() >= buffers, figures.memoryBytes() + " bytes, " + buffers + " of buffers");
        assertTrue(figures.overflowed() > 0 || figures.memoryBytes() == buffers, "memory of records without a buffer");
        counts.hopsTold += figures.bytes() / stride;
        job.meet();
        assertEquals(counts.hops, counts.hopsTold, "hops of all records");
    }
}
