package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jshmem.ShmemException;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.FlowGroup;
import org.jshmem.flow.IntFlow;
import org.jshmem.flow.LongFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;
import org.jshmem.tck.flow.HandlerCases.Step;

/** The end of flows: what says that it is near, and work until then. */
final class EndingCases {
    private static final int ROUNDS = 60;
    private static final int RECORDS = 500;

    private final Deque<Step> pool = new ArrayDeque<>();
    private long count;
    private long sum;
    private Flow<Step> steps;

    /** All PEs, some or none say that they send no more; with small buffers, with records that wait in the ring. */
    @Case(pes = {1, 2, 4, 5})
    void flowDone(Checks checks) {
        doneInRounds(checks);
    }

    @Case(
            alone = true,
            pes = {1, 2, 4},
            environment = "SHMEM_FLOW_BUFFER=64")
    void flowDoneWithSmallBuffers(Checks checks) {
        init();
        doneInRounds(checks);
        shutdown();
    }

    private static void doneInRounds(Checks checks) {
        final long[] handled = new long[2];
        long sent = 0;
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            final LongFlow longs = group.longs((from, value) -> handled[0] += value);
            final IntFlow ints = group.ints((from, value) -> handled[1] += value);
            final SplittableRandom random = new SplittableRandom(myPe());
            for (int round = 0; round < ROUNDS; round++) {
                final int records = random.nextInt(RECORDS);
                for (int i = 0; i < records; i++) {
                    longs.send(random.nextInt(nPes()), 1);
                    ints.send(random.nextInt(nPes()), 1);
                }
                sent += records;
                if (round % 3 == 0 || round % 3 == 1 && myPe() % 2 == 0) {
                    longs.done();
                    longs.done();
                    ints.done();
                    refuseSends(checks, longs);
                }
                group.drain();
                if (round % 10 == 0) {
                    checks.equal(TEAM_WORLD.sumReduce(sent), TEAM_WORLD.sumReduce(handled[0]), "of long, " + round);
                    checks.equal(TEAM_WORLD.sumReduce(sent), TEAM_WORLD.sumReduce(handled[1]), "of int, " + round);
                }
            }
        }
        checks.equal(TEAM_WORLD.sumReduce(sent), TEAM_WORLD.sumReduce(handled[0]), "records of long");
        checks.equal(TEAM_WORLD.sumReduce(sent), TEAM_WORLD.sumReduce(handled[1]), "records of int");
    }

    private static void refuseSends(Checks checks, LongFlow flow) {
        for (int pe = 0; pe < nPes(); pe++) {
            final int to = pe;
            checks.thrown(IllegalStateException.class, "send", () -> flow.send(to, 1), "after done()");
        }
    }

    /** What was sent before {@code done} comes, although the sender does nothing further. */
    @Case(
            pes = {2, 3},
            atLeast = 2)
    void flowDoneSendsWhatIsBuffered(Checks checks) {
        final long[] handled = new long[1];
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> handled[0]++)) {
            if (myPe() == 0) {
                flow.send(1, 5);
                flow.done();
                barrierAll();
            } else {
                while (myPe() == 1 && handled[0] == 0) {
                    flow.progress();
                }
                barrierAll();
            }
        }
        checks.equal(myPe() == 1 ? 1 : 0, handled[0], "records");
    }

    private boolean work() {
        if (pool.isEmpty()) {
            return false;
        }
        final Step step = pool.removeLast();
        count++;
        sum += step.seed();
        for (int i = 0; i < step.children(); i++) {
            final Step child = step.child(i);
            steps.send(child.home(nPes()), child);
        }
        return true;
    }

    private void walk(Checks checks) {
        try (Flow<Step> flow = Flow.of(TEAM_WORLD, Step.class, (from, step) -> pool.addLast(step))) {
            steps = flow;
            for (int i = 0; i < HandlerCases.ROOTS; i++) {
                final Step root = Step.root(myPe(), i);
                flow.send(root.home(nPes()), root);
            }
            flow.drain(this::work);
            checks.that(pool.isEmpty(), "no work is left");
        }
        final long[] expected = HandlerCases.model(myPe(), nPes());
        checks.equal(expected[0], count, "pieces of work");
        checks.equal(expected[1], sum, "sum of the seeds");
    }

    @Case(pes = {1, 2, 4, 5})
    void flowIdleWork(Checks checks) {
        walk(checks);
    }

    @Case(
            alone = true,
            pes = {1, 2, 4},
            environment = "SHMEM_FLOW_BUFFER=64")
    void flowIdleWorkWithSmallBuffers(Checks checks) {
        init();
        walk(checks);
        shutdown();
    }

    /** Idle work begins without a record, may send when it says that there is no more, and waits for a handler then. */
    @Case(pes = {1, 2, 4})
    void flowIdleWorkIsCalled(Checks checks) {
        final long[] handled = new long[1];
        final long[] calls = new long[2];
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> handled[0]++)) {
            flow.drain(() -> {
                calls[0]++;
                if (calls[0] <= 3) {
                    return true;
                }
                calls[1] += handled[0] == 0 && calls[0] > 4 ? 1 : 0;
                if (calls[0] == 4) {
                    flow.send((myPe() + 1) % nPes(), 1);
                }
                return false;
            });
        }
        checks.equal(1, handled[0], "records");
        checks.equal(0, calls[1], "calls without a record since the last one");
        checks.that(calls[0] == 4 || calls[0] == 5, "calls: " + calls[0]);
    }

    @Case(
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowEndRefuses(Checks checks) {
        final Class<IllegalStateException> type = IllegalStateException.class;
        final LongFlow[] own = new LongFlow[1];
        try (LongFlow flow = LongFlow.of(
                TEAM_WORLD, (from, value) -> checks.thrown(type, "done", own[0]::done, "done()", "handler"))) {
            own[0] = flow;
            flow.send(myPe(), 1);
            checks.thrown(NullPointerException.class, "idle", () -> flow.drain(null), "idle=null");
            flow.drain(() -> {
                checks.thrown(type, "barrierAll", () -> barrierAll(), "barrierAll()", "idle work");
                checks.thrown(type, "drain", flow::drain, "drain()", "idle work");
                checks.thrown(type, "close", flow::close, "close()", "idle work");
                return false;
            });
        }
        checks.thrown(type, "done", own[0]::done, "closed");
    }

    /** A close that is refused is not the one that the other PEs wait for. */
    @Case(
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void flowRefusesCloseOfAnArray(Checks checks) {
        final DistLongs array = DistLongs.cyclic(TEAM_WORLD, 10);
        final Class<IllegalStateException> type = IllegalStateException.class;
        try (LongFlow flow = LongFlow.of(
                TEAM_WORLD, (from, value) -> checks.thrown(type, "close", array::close, "close()", "handler"))) {
            flow.send(0, 1);
        }
        array.addAll(new long[] {3}, 1);
        checks.equal(nPes(), array.sum(), "the sum");
        array.close();
        checks.thrown(type, "sum", array::sum, "closed");
    }

    /** The PE that drains does not write to what the others would have freed. */
    @Case(
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES},
            leaves = true,
            pes = {2, 3},
            profile = Profile.JSHMEM)
    void flowDrainMeetsClose(Checks checks) {
        final LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> {});
        flow.send(0, 1);
        checks.thrown(
                ShmemException.class,
                "a call that others do not make",
                () -> {
                    if (myPe() == 0) {
                        flow.drain();
                    } else {
                        flow.close();
                    }
                },
                "some PEs close the flow made at",
                "others drain it");
        checks.thrown(IllegalStateException.class, "send", () -> flow.send(1, 1));
        flow.close();
        barrierAll();
    }

    @Case(
            leaves = true,
            pes = {1},
            profile = Profile.JSHMEM)
    void flowIdleWorkThrows(Checks checks) {
        final LongFlow failing = LongFlow.of(TEAM_WORLD, (from, value) -> {});
        checks.refused(
                ShmemException.class,
                "drain",
                () -> failing.drain(() -> {
                    throw new IllegalArgumentException("a mistake");
                }),
                "the idle work of the flow made at",
                "a mistake");
        checks.thrown(IllegalStateException.class, "send", () -> failing.send(0, 1), "has thrown");
        failing.close();
        barrierAll();
    }
}
