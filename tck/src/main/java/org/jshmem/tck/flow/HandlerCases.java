package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemException;
import org.jshmem.flow.Flow;
import org.jshmem.flow.FlowGroup;
import org.jshmem.flow.IntFlow;
import org.jshmem.flow.LongFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** Handlers that send, and what handlers may not do. */
final class HandlerCases {
    static final int ROOTS = 300;
    private static final int DEPTH = 5;

    private long count;
    private long sum;
    private LongFlow longs;
    private IntFlow ints;
    private Flow<Step> steps;

    /** A record whose handling sends up to three more. */
    record Step(long seed, int depth) {
        static long mix(long seed) {
            long z = seed * 0x9E37_79B9_7F4A_7C15L + 0x632B_E59B_D9B4_E019L;
            z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
            return z ^ z >>> 27;
        }

        int children() {
            return depth == 0 ? 0 : (int) (mix(seed) >>> 62);
        }

        Step child(int number) {
            return new Step(mix(seed + number + 1), depth - 1);
        }

        int home(int nPes) {
            return (int) Long.remainderUnsigned(mix(seed ^ 0x55), nPes);
        }

        static Step root(int pe, int number) {
            return new Step(mix(pe * 1_000_003L + number), DEPTH);
        }
    }

    private void take(Step step) {
        count++;
        sum += step.seed;
        for (int i = 0; i < step.children(); i++) {
            final Step child = step.child(i);
            steps.send(child.home(nPes()), child);
        }
    }

    /** What a PE handles, by a run on one PE. */
    static long[] model(int pe, int nPes) {
        final long[] result = new long[2];
        for (int from = 0; from < nPes; from++) {
            for (int i = 0; i < ROOTS; i++) {
                add(result, Step.root(from, i), pe, nPes);
            }
        }
        return result;
    }

    private static void add(long[] result, Step step, int pe, int nPes) {
        if (step.home(nPes) == pe) {
            result[0]++;
            result[1] += step.seed;
        }
        for (int i = 0; i < step.children(); i++) {
            add(result, step.child(i), pe, nPes);
        }
    }

    private void walk(Checks checks) {
        try (Flow<Step> flow = Flow.of(TEAM_WORLD, Step.class, (from, step) -> take(step))) {
            steps = flow;
            for (int i = 0; i < ROOTS; i++) {
                final Step root = Step.root(myPe(), i);
                flow.send(root.home(nPes()), root);
            }
        }
        final long[] expected = model(myPe(), nPes());
        checks.equal(expected[0], count, "records");
        checks.equal(expected[1], sum, "sum of the seeds");
    }

    @Case(pes = {1, 2, 4, 5})
    void flowOfHandlersThatSend(Checks checks) {
        walk(checks);
    }

    @Case(
            alone = true,
            pes = {1, 2, 4},
            environment = "SHMEM_FLOW_BUFFER=64")
    void flowWithSmallBuffers(Checks checks) {
        init();
        walk(checks);
        shutdown();
    }

    @Case(pes = {1, 2, 4})
    void flowMailboxes(Checks checks) {
        final long[] handled = new long[3];
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            longs = group.longs((from, value) -> {
                handled[0]++;
                if (value > 0) {
                    ints.send((myPe() + 1) % nPes(), (int) value - 1);
                }
            });
            ints = group.ints((from, value) -> {
                handled[1]++;
                steps.send(from, new Step(value, 0));
            });
            steps = group.records(Step.class, (from, step) -> {
                handled[2]++;
                longs.send((int) (step.seed % nPes()), step.seed);
            });
            for (int i = 0; i < 200; i++) {
                longs.send(i % nPes(), 50);
            }
        }
        final long all = TEAM_WORLD.sumReduce(handled[0]);
        checks.equal(200L * nPes() * 51, all, "records of the first mailbox");
        checks.equal(200L * nPes() * 50, TEAM_WORLD.sumReduce(handled[1]), "records of the second mailbox");
        checks.equal(200L * nPes() * 50, TEAM_WORLD.sumReduce(handled[2]), "records of the third mailbox");
    }

    @Case(pes = {1, 2, 4})
    void flowOneAfterTheOther(Checks checks) {
        final int[] table = new int[1];
        for (int round = 1; round <= 40; round++) {
            try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> table[0] += (int) value)) {
                for (int pe = 0; pe < nPes(); pe++) {
                    flow.send(pe, 1);
                }
            }
            checks.equal((long) round * nPes(), table[0], "all were handled before the end, round " + round);
        }
    }

    /** A flow that is used while another is open; each PE closes them in the same order. */
    @Case(
            pes = {2, 4},
            atLeast = 2)
    void flowsSideBySide(Checks checks) {
        final long[] sums = new long[2];
        try (LongFlow first = LongFlow.of(TEAM_WORLD, (from, value) -> sums[0] += value);
                LongFlow second = LongFlow.of(TEAM_WORLD, (from, value) -> sums[1] += value)) {
            final LongFlow mine = myPe() % 2 == 0 ? first : second;
            final LongFlow other = myPe() % 2 == 0 ? second : first;
            for (int i = 0; i < 20_000; i++) {
                mine.send((myPe() + 1) % nPes(), 1);
            }
            for (int i = 0; i < 20_000; i++) {
                other.send((myPe() + 1) % nPes(), 1);
            }
        }
        checks.equal(20_000, sums[0], "the first flow");
        checks.equal(20_000, sums[1], "the second flow");
    }

    @Case(
            pes = {1, 3},
            profile = Profile.JSHMEM)
    void flowRefuses(Checks checks) {
        final LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {});
        checks.thrown(IllegalArgumentException.class, "pe", () -> flow.send(nPes(), 1), "pe=" + nPes());
        checks.thrown(IllegalArgumentException.class, "pe", () -> flow.send(-1, 1), "pe=-1");
        flow.close();
        flow.close();
        checks.thrown(IllegalStateException.class, "send", () -> flow.send(0, 1), "closed");
        checks.thrown(IllegalStateException.class, "progress", flow::progress, "closed");
        checks.thrown(IllegalStateException.class, "flush", flow::flush, "closed");
        checks.thrown(IllegalStateException.class, "drain", flow::drain, "drain()", "closed");
        checks.thrown(NullPointerException.class, "team", () -> LongFlow.of(null, (from, value) -> {}), "team=null");
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            checks.thrown(NullPointerException.class, "handler", () -> group.longs(null), "handler=null");
            checks.thrown(NullPointerException.class, "type", () -> group.records(null, (from, r) -> {}), "type=null");
            checks.thrown(
                    IllegalArgumentException.class,
                    "component",
                    () -> group.records(Wrong.class, (from, r) -> {}),
                    "component name of record",
                    "java.lang.String");
        }
    }

    @Case(
            pes = {2},
            atLeast = 2,
            profile = Profile.JSHMEM)
    void flowsOfOtherRecordsRefuse(Checks checks) {
        checks.thrown(
                ShmemException.class,
                "of",
                () -> {
                    if (myPe() == 0) {
                        LongFlow.of(TEAM_WORLD, (from, value) -> {});
                    } else {
                        IntFlow.of(TEAM_WORLD, (from, value) -> {});
                    }
                },
                "PE " + (1 - myPe()) + " makes a flow whose records take " + (myPe() == 0 ? 4 : 8),
                "make the same flows in the same order");
    }

    /** A record that no flow carries. */
    record Wrong(int number, String name) {}

    @Case(
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowHandlersRefuse(Checks checks) {
        final LongFlow[] own = new LongFlow[1];
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
            final Class<IllegalStateException> type = IllegalStateException.class;
            checks.thrown(type, "barrierAll", () -> barrierAll(), "barrierAll()", "handler");
            checks.thrown(type, "reduce", () -> TEAM_WORLD.sumReduce(1L), "handler");
            checks.thrown(type, "sync", () -> TEAM_WORLD.sync(), "handler");
            checks.thrown(type, "malloc", () -> mallocLongs(1), "handler");
            checks.thrown(type, "progress", own[0]::progress, "handler");
            checks.thrown(type, "close", own[0]::close, "handler");
            checks.thrown(type, "of", () -> LongFlow.of(TEAM_WORLD, (f, v) -> {}), "handler");
            checks.thrown(type, "shutdown", () -> shutdown(), "handler");
        })) {
            own[0] = flow;
            for (int pe = 0; pe < nPes(); pe++) {
                flow.send(pe, 1);
            }
        }
        barrierAll();
        checks.that(true, "collectives after the flow");
    }

    @Case(
            alone = true,
            atLeast = 2,
            profile = Profile.JSHMEM,
            status = 1,
            says = {"the handler of", "for a record from PE 1", "a handler's mistake"},
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void flowHandlerThrows(Checks checks) {
        init();
        checks.that(true, "the job ends");
        checks.vote();
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {
            throw new IllegalArgumentException("a handler's mistake");
        })) {
            if (myPe() == 1) {
                flow.send(0, 1);
            }
        }
        throw new ShmemException("the flow has ended");
    }

    @Case(
            alone = true,
            pes = {2},
            atLeast = 2,
            profile = Profile.JSHMEM,
            status = 1,
            says = {"PE 1 ends the flow made at", "end flows in the same order on all PEs"},
            on = {Transport.SHR, Transport.CMA, Transport.OFI})
    void flowsEndInAnotherOrder(Checks checks) {
        init();
        checks.that(true, "the job ends");
        checks.vote();
        final LongFlow first = LongFlow.of(TEAM_WORLD, (from, value) -> {});
        final LongFlow second = LongFlow.of(TEAM_WORLD, (from, value) -> {});
        (myPe() == 0 ? first : second).close();
        (myPe() == 0 ? second : first).close();
    }

    /** A flow whose handler has thrown stays as it is, and others go on. */
    @Case(
            leaves = true,
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowGoesOnBesideAFailedOne(Checks checks) {
        final long[] calls = new long[2];
        final LongFlow failing = LongFlow.of(TEAM_WORLD, (from, value) -> {
            calls[0]++;
            throw new IllegalArgumentException("a handler's mistake");
        });
        try (LongFlow other = LongFlow.of(TEAM_WORLD, (from, value) -> calls[1]++)) {
            failing.send(myPe(), 1);
            failing.flush();
            checks.refused(ShmemException.class, "progress", failing::progress, "a handler's mistake");
            for (int i = 0; i < 1000; i++) {
                other.send(i % nPes(), i);
                other.progress();
            }
            checks.thrown(IllegalStateException.class, "send", () -> failing.send(myPe(), 1), "has thrown");
        }
        failing.close();
        checks.equal(1, calls[0], "records of the flow that failed");
        checks.equal((1000 - myPe() + nPes() - 1) / nPes() * (long) nPes(), calls[1], "records of the other flow");
    }

    /** A record whose handler has thrown is not handled again. */
    @Case(
            leaves = true,
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowHandlerThrowsOnce(Checks checks) {
        final long[] calls = new long[2];
        final LongFlow failing = LongFlow.of(TEAM_WORLD, (from, value) -> {
            calls[0]++;
            throw new IllegalArgumentException("a handler's mistake");
        });
        try (LongFlow other = LongFlow.of(TEAM_WORLD, (from, value) -> {
            if (calls[1]++ == 0) {
                failing.send(myPe(), 1);
            }
        })) {
            other.send(myPe(), 1);
            other.flush();
            other.progress();
            checks.refused(ShmemException.class, "progress", other::progress, "a handler's mistake");
            for (int i = 0; i < 100; i++) {
                other.send(i % nPes(), i);
                other.progress();
            }
        }
        failing.close();
        checks.equal(1, calls[0], "calls of the handler that throws");
    }

    /** The memory of a flow that was left open is used again in the next session, which has nothing to do with it. */
    @Case(
            starts = true,
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowLeftOpenAtShutdown(Checks checks) {
        final long[] calls = new long[2];
        init();
        final LongFlow left = LongFlow.of(TEAM_WORLD, (from, value) -> calls[0]++);
        left.send(nPes() - 1, 1); // so there is room for another one
        shutdown();
        init();
        checks.thrown(IllegalStateException.class, "send", () -> left.send(nPes() - 1, 1), "left open");
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> calls[1]++)) {
            for (int i = 0; i < 1000; i++) {
                flow.send(i % nPes(), i);
            }
            checks.thrown(IllegalStateException.class, "send", () -> left.send(nPes() - 1, 1), "flow");
        }
        left.close();
        checks.equal(0, calls[0], "records of the flow that was left open");
        checks.equal((1000 - myPe() + nPes() - 1) / nPes() * (long) nPes(), calls[1], "records of the new flow");
        shutdown();
    }

    @Case(
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowRefusesNull(Checks checks) {
        try (Flow<Step> flow = Flow.of(TEAM_WORLD, Step.class, (from, step) -> count++)) {
            for (int pe = 0; pe < nPes(); pe++) {
                final int to = pe;
                checks.thrown(NullPointerException.class, "value", () -> flow.send(to, null), "value=null");
            }
            flow.send(0, new Step(1, 0));
        }
        checks.equal(myPe() == 0 ? nPes() : 0, count, "records");
    }
}
