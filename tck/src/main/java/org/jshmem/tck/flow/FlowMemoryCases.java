package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.flow.AskFlow;
import org.jshmem.flow.DistInts;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.DistRecords;
import org.jshmem.flow.FlowGroup;
import org.jshmem.flow.LongAskFlow;
import org.jshmem.flow.LongFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** The shared heap has room for few flows and arrays, which give back what they take. */
final class FlowMemoryCases {
    private static final int MOST = 100;

    /** Two numbers. */
    record Pair(int number, long value) {}

    private static List<Supplier<AutoCloseable>> all(ShmemTeam team) {
        return List.of(
                () -> LongFlow.of(team, (from, value) -> {}),
                () -> LongAskFlow.of(team, (from, question) -> question, (token, answer) -> {}),
                () -> AskFlow.of(team, Pair.class, Pair.class, (from, question) -> question),
                () -> group(team),
                () -> DistLongs.block(team, 40_000),
                () -> DistRecords.block(team, Pair.class, 20_000));
    }

    private static FlowGroup group(ShmemTeam team) {
        final FlowGroup group = FlowGroup.on(team);
        group.longs((from, value) -> {});
        group.ints((from, value) -> {});
        return group;
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new ShmemException("cannot close " + resource, e);
        }
    }

    @Case(
            alone = true,
            pes = {3},
            profile = Profile.JSHMEM,
            environment = {"SHMEM_SHARED_SIZE=8M", "SHMEM_FLOW_BUFFER=64K"},
            on = Transport.SHR)
    void flowsGiveTheirMemoryBack(Checks checks) {
        init();
        try (ShmemTeam team = teamSplitByColor(TEAM_WORLD, myPe() / 2, 0)) {
            for (Supplier<AutoCloseable> one : all(team)) {
                final int first = fill(checks, team, one);
                checks.equal(first, fill(checks, team, one), "as many once more");
            }
            checks.equal(0, TEAM_WORLD.minReduce(team.myPe()), "all PEs are done");
        }
        shutdown();
    }

    /** Makes as many as there is room for; then all PEs of the team are told that there is no more. */
    private static int fill(Checks checks, ShmemTeam team, Supplier<AutoCloseable> one) {
        final List<AutoCloseable> made = new ArrayList<>();
        barrierAll();
        if (myPe() < 2) {
            checks.thrown(
                    ShmemOutOfMemoryException.class,
                    "no room for one more",
                    () -> {
                        for (int i = 0; i < MOST; i++) {
                            made.add(one.get());
                        }
                    },
                    "SHMEM_SHARED_SIZE");
            checks.equal(made.size(), team.maxReduce(made.size()), "as many on all PEs");
            checks.that(made.size() > 1, "some had room");
        }
        final int count = made.size();
        made.reversed().forEach(FlowMemoryCases::close);
        barrierAll();
        return count;
    }

    /** Arrays and flows of an earlier session are refused, and the new session has nothing to do with them. */
    @Case(
            starts = true,
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void arraysLeftOpenAtShutdown(Checks checks) {
        init();
        final DistInts ints = DistInts.cyclic(TEAM_WORLD, 10);
        final DistRecords<Pair> pairs = DistRecords.cyclic(TEAM_WORLD, Pair.class, 10);
        final Pair[] one = {new Pair(1, 2)};
        shutdown();
        init();
        final Class<IllegalStateException> state = IllegalStateException.class;
        final String text = "left open at the last shutdown()";
        checks.thrown(state, "addAll", () -> ints.addAll(new long[1], 1), text);
        checks.thrown(state, "getAll", () -> ints.getAll(new long[1]), text);
        checks.thrown(state, "sum", ints::sum, text);
        checks.thrown(state, "getLocal", () -> pairs.getLocal(0), "getLocal", text);
        checks.thrown(state, "setLocal", () -> pairs.setLocal(0, one[0]), "setLocal", text);
        checks.thrown(state, "putAll", () -> pairs.putAll(new long[1], one), "putAll", text);
        checks.thrown(state, "getAll", () -> pairs.getAll(new long[1]), "getAll", text);
        checks.thrown(state, "getRemote", () -> pairs.getRemote(0), "getRemote", text);
        shutdown();
    }
}
