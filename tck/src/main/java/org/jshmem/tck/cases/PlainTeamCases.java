package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.cases.PlainTeamRoutines.FACADE;
import static org.jshmem.tck.cases.PlainTeamRoutines.ON_TEAMS;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.SessionConfig;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** The cases of teams, of contexts on them and of sessions: one for each row of the table, then sentences 54 to 66. */
final class PlainTeamCases {
    @Case(pes = 5)
    void teamMyPe(Checks checks) {
        checks.equal(myPe(), FACADE.teamMyPe(TEAM_WORLD), "in the world");
        checks.equal(-1, FACADE.teamMyPe(null), "in no team");
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                checks.equal(ON_TEAMS.teamMyPe(team), FACADE.teamMyPe(team), "façade and team");
                checks.equal(myPe(), TeamSet.world(team, FACADE.teamMyPe(team)), "my number, translated");
            }
        }
    }

    @Case(pes = 5)
    void teamNPes(Checks checks) {
        checks.equal(nPes(), FACADE.teamNPes(TEAM_WORLD), "of the world");
        checks.equal(nPes(), ON_TEAMS.teamNPes(TEAM_WORLD), "of the world, by itself");
        checks.equal(checks.mapped(), FACADE.teamNPes(TEAM_SHARED), "that share memory");
        checks.equal(-1, FACADE.teamNPes(null), "of no team");
        final ShmemTeam even = FACADE.teamSplitStrided(TEAM_WORLD, 0, 2, (nPes() + 1) / 2);
        checks.equal(myPe() % 2 == 0 ? (nPes() + 1) / 2 : -1, FACADE.teamNPes(even), "of every second");
        FACADE.teamDestroy(even);
    }

    @Case
    void teamGetConfig(Checks checks) {
        checks.equal(null, FACADE.teamGetConfig(null), "of no team");
        checks.equal(new TeamConfig(0), FACADE.teamGetConfig(TEAM_WORLD), "of the world");
        final ShmemTeam asked = FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes(), new TeamConfig(4));
        checks.equal(4, FACADE.teamGetConfig(asked).numContexts(), "of one that asks");
        checks.equal(4, ON_TEAMS.teamGetConfig(asked).numContexts(), "of one that asks, by itself");
        final List<ShmemContext> contexts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            contexts.add(FACADE.teamCreateCtx(asked, 0));
        }
        checks.that(!contexts.contains(null), "what was asked for is given");
        FACADE.teamDestroy(asked);
        checks.thrown(IllegalArgumentException.class, "less than none", () -> new TeamConfig(-1), "numContexts=-1");
    }

    @Case(pes = 5)
    void teamTranslatePe(Checks checks) {
        final int pes = nPes();
        final ShmemTeam reverse = FACADE.teamSplitStrided(TEAM_WORLD, pes - 1, -1, pes);
        final ShmemTeam even = FACADE.teamSplitStrided(TEAM_WORLD, 0, 2, (pes + 1) / 2);
        for (int pe = 0; pe < pes; pe++) {
            checks.equal(pes - 1 - pe, FACADE.teamTranslatePe(TEAM_WORLD, pe, reverse), "to the reverse");
            checks.equal(pes - 1 - pe, FACADE.teamTranslatePe(reverse, pe, TEAM_WORLD), "from the reverse");
            checks.equal(
                    pes - 1 - pe, ON_TEAMS.teamTranslatePe(reverse, pe, TEAM_WORLD), "from the reverse, by itself");
            if (even != null) {
                checks.equal(
                        pe % 2 == 0 ? pe / 2 : -1, FACADE.teamTranslatePe(TEAM_WORLD, pe, even), "to every second");
            }
            checks.equal(-1, FACADE.teamTranslatePe(TEAM_WORLD, pe, null), "to no team");
        }
        for (int pe : new int[] {-1, pes, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            checks.equal(-1, FACADE.teamTranslatePe(reverse, pe, TEAM_WORLD), "of no PE");
        }
        checks.equal(-1, FACADE.teamTranslatePe(null, 0, TEAM_WORLD), "from no team");
        FACADE.teamDestroy(even);
        FACADE.teamDestroy(reverse);
    }

    /** Sentences 54, 55, 56 and 65. */
    @Case(pes = 5)
    void teamSplitStrided(Checks checks) {
        final int pes = nPes();
        checks.equal(null, FACADE.teamSplitStrided(null, 0, 1, 1), "of no team");
        for (int start = 0; start < pes; start++) {
            for (int stride = -pes; stride <= pes; stride++) {
                for (int size = 1; size <= pes; size++) {
                    final int last = start + (size - 1) * stride;
                    if (last >= 0 && last < pes && (stride != 0 || size == 1)) {
                        strided(checks, FACADE, start, stride, size);
                        strided(checks, ON_TEAMS, start, stride, size);
                    }
                }
            }
        }
        final int[][] wrong = {
            {-1, 1, 1}, {pes, 1, 1}, {0, 1, pes + 1}, {0, -1, 2}, {0, 0, 2}, {0, 1, 0}, {0, 1, -1}, {0, 1 << 30, 5}
        };
        for (int[] one : wrong) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "PEs that the parent does not have",
                    () -> FACADE.teamSplitStrided(TEAM_WORLD, one[0], one[1], one[2]),
                    "start=" + one[0]);
        }
    }

    private static void strided(Checks checks, PlainTeamRoutines via, int start, int stride, int size) {
        strided(checks, via.teamSplitStrided(TEAM_WORLD, start, stride, size), start, stride, size);
        strided(checks, via.teamSplitStrided(TEAM_WORLD, start, stride, size, null), start, stride, size);
    }

    private static void strided(Checks checks, ShmemTeam team, int start, int stride, int size) {
        int mine = -1;
        for (int i = 0; i < size; i++) {
            mine = start + i * stride == myPe() ? i : mine;
        }
        checks.equal(mine, FACADE.teamMyPe(team), "start " + start + ", stride " + stride + ", size " + size);
        if (team != null) {
            checks.equal(size, team.nPes(), "its size");
            for (int i = 0; i < size; i++) {
                checks.equal(start + i * stride, TeamSet.world(team, i), "its PE " + i);
            }
            team.sync();
            team.destroy();
        }
    }

    /** Sentence 57. */
    @Case(pes = 5)
    void teamSplit2d(Checks checks) {
        checks.equal(new TeamGrid(null, null), FACADE.teamSplit2d(null, 2), "of no team");
        final int pes = nPes();
        for (int xrange = 1; xrange <= pes + 2; xrange++) {
            final PlainTeamRoutines via = xrange % 2 == 0 ? FACADE : ON_TEAMS;
            final TeamGrid grid = via.teamSplit2d(TEAM_WORLD, xrange, new TeamConfig(1), new TeamConfig(2));
            final int x = Math.min(xrange, pes);
            final int row = myPe() / x;
            checks.equal(myPe() % x, grid.xTeam().myPe(), "x of " + xrange);
            checks.equal(row, grid.yTeam().myPe(), "y of " + xrange);
            checks.equal(Math.min(x, pes - row * x), grid.xTeam().nPes(), "row of " + xrange);
            checks.equal((pes - myPe() % x + x - 1) / x, grid.yTeam().nPes(), "column of " + xrange);
            checks.equal(1, grid.xTeam().getConfig().numContexts(), "of the row");
            checks.equal(2, grid.yTeam().getConfig().numContexts(), "of the column");
            for (int i = 0; i < grid.xTeam().nPes(); i++) {
                checks.equal(row * x + i, TeamSet.world(grid.xTeam(), i), "PE of the row");
            }
            for (int i = 0; i < grid.yTeam().nPes(); i++) {
                checks.equal(i * x + myPe() % x, TeamSet.world(grid.yTeam(), i), "PE of the column");
            }
            grid.xTeam().sync();
            grid.yTeam().sync();
            grid.yTeam().destroy();
            grid.xTeam().destroy();
        }
        for (int xrange : new int[] {0, -1}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "no row",
                    () -> FACADE.teamSplit2d(TEAM_WORLD, xrange),
                    "xrange=" + xrange);
            checks.thrown(
                    IllegalArgumentException.class,
                    "no row",
                    () -> ON_TEAMS.teamSplit2d(TEAM_WORLD, xrange),
                    "xrange=" + xrange);
        }
    }

    /** Sentence 62: contexts end with their team. */
    @Case(pes = 3)
    void teamDestroy(Checks checks) {
        FACADE.teamDestroy(null);
        final SymmetricLongs array = callocLongs(2);
        final ShmemTeam team = FACADE.teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, nPes());
        final ShmemContext context = team.createCtx(0);
        context.putNbi(array, new long[] {5, 6}, 2, 0);
        FACADE.teamDestroy(team);
        checks.equal(6, g(array, 1, nPes() - 1), "what a context of the team put");
        checks.thrown(IllegalStateException.class, "its context", () -> context.p(array, 1L, 0), "destroyed");
        checks.thrown(IllegalStateException.class, "myPe", team::myPe, "destroyed");
        checks.thrown(IllegalStateException.class, "sync", team::sync, "destroyed");
        checks.thrown(IllegalStateException.class, "split", () -> team.splitStrided(0, 1, 1), "destroyed");
        checks.thrown(IllegalStateException.class, "reduce", () -> sumReduce(team, array, array, 1), "destroyed");
        checks.thrown(IllegalStateException.class, "translate", () -> TEAM_WORLD.translatePe(0, team), "destroyed");
        checks.thrown(IllegalStateException.class, "context", () -> team.createCtx(0), "destroyed");
        ON_TEAMS.teamDestroy(team);
        checks.thrown(IllegalStateException.class, "the world", TEAM_WORLD::destroy, "TEAM_WORLD");
        checks.thrown(IllegalStateException.class, "shared", TEAM_SHARED::close, "TEAM_SHARED");
        barrierAll();
        free(array);
    }

    /** Sentences 59 and 61: operations use the team's numbers. */
    @Case(pes = 3)
    void teamCreateCtx(Checks checks) {
        checks.equal(null, FACADE.teamCreateCtx(null, 0), "on no team");
        checks.thrown(
                IllegalArgumentException.class, "options", () -> ON_TEAMS.teamCreateCtx(TEAM_WORLD, 64), "options=64");
        final SymmetricLongs array = callocLongs(20);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int options = 0; options < 8; options++) {
                    onContext(checks, team, options, array);
                }
            }
        }
        barrierAll();
        free(array);
    }

    private static void onContext(Checks checks, ShmemTeam team, int options, SymmetricLongs array) {
        final int next = (team.myPe() + 1) % team.nPes();
        final long mine = 100L + myPe();
        array.fill(0);
        team.sync();
        try (ShmemContext context = FACADE.teamCreateCtx(team, options)) {
            context.p(array, 0, mine, next);
            context.put(array, 1, new long[] {mine, mine + 1}, 0, 2, next);
            context.iput(array, 4, new long[] {mine, mine}, 0, 2, 1, 2, next);
            context.putNbi(array, 8, new long[] {mine}, 0, 1, next);
            context.fence();
            context.peQuiet(next);
            context.quiet();
            checks.equal(mine, context.g(array, 0, next), "read back");
            final long[] got = new long[9];
            context.get(got, array, 9, next);
            checks.equal(mine + 1, got[2], "got back");
            final long[] strided = new long[2];
            context.iget(strided, 0, array, 4, 1, 2, 2, next);
            checks.equal(mine, strided[1], "got by strides");
            for (int pe : new int[] {-1, team.nPes()}) {
                checks.thrown(IllegalArgumentException.class, "p", () -> context.p(array, 1L, pe), "pe=" + pe);
                checks.thrown(IllegalArgumentException.class, "peQuiet", () -> context.peQuiet(pe), "pes=" + pe);
            }
            checks.that(context.getTeam() == team, "its team");
            team.sync();
        }
        final long theirs = 100L + TeamSet.world(team, (team.myPe() + team.nPes() - 1) % team.nPes());
        final long[] expected = {theirs, theirs, theirs + 1, 0, theirs, 0, theirs, 0, theirs};
        for (int i = 0; i < expected.length; i++) {
            checks.equal(expected[i], array.get(i), "element " + i + " from the PE before in the team");
        }
    }

    /** Atomics and signals too, which {@link #teamCreateCtx} leaves out. */
    @Case(pes = 3)
    void s61_atomicsAndSignalsUseTheTeamsNumbers(Checks checks) {
        final int words = 6;
        final SymmetricLongs array = callocLongs(words);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                final int next = (team.myPe() + 1) % team.nPes();
                final long mine = 100L + myPe();
                array.fill(0);
                team.sync();
                try (ShmemContext context = team.createCtx(0)) {
                    context.atomicSet(array, 0, mine, next);
                    checks.equal(0, context.atomicFetchAdd(array, 1, mine, next), "the value before");
                    context.signalSet(array, 2, mine, next);
                    context.signalAdd(array, 3, mine, next);
                    context.putSignal(array, 4, new long[] {mine}, 0, 1, array, 5, mine, SignalOp.ADD, next);
                    context.quiet();
                    checks.equal(mine, context.atomicFetch(array, 0, next), "fetched back");
                    team.sync();
                }
                final long theirs = 100L + TeamSet.world(team, (team.myPe() + team.nPes() - 1) % team.nPes());
                for (int i = 0; i < words; i++) {
                    checks.equal(theirs, array.get(i), "word " + i + " from the PE before in the team");
                }
            }
        }
        barrierAll();
        free(array);
    }

    @Case
    void getTeam(Checks checks) {
        checks.that(CTX_DEFAULT.getTeam() == TEAM_WORLD, "of the default context");
        final ShmemContext context = ctxCreate(0);
        checks.that(context.getTeam() == TEAM_WORLD, "of a context");
        context.destroy();
        checks.thrown(IllegalStateException.class, "of a destroyed context", context::getTeam, "destroyed");
    }

    @Case
    void ctxGetTeam(Checks checks) {
        checks.equal(null, Shmem.ctxGetTeam(null), "of no context");
        checks.that(Shmem.ctxGetTeam(CTX_DEFAULT) == TEAM_WORLD, "of the default context");
        try (ShmemTeam team = FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes());
                ShmemContext context = team.createCtx(CTX_PRIVATE)) {
            checks.that(Shmem.ctxGetTeam(context) == team, "of a context on a team");
        }
    }

    @Case
    void sessionStart(Checks checks) {
        sessions(checks, true);
        for (long options : new long[] {2, -1}) {
            checks.thrown(
                    IllegalArgumentException.class, "options", () -> CTX_DEFAULT.sessionStart(options), "options=");
        }
        checks.thrown(IllegalArgumentException.class, "less than none", () -> new SessionConfig(-1), "totalOps=-1");
    }

    @Case
    void sessionStop(Checks checks) {
        sessions(checks, true);
        final ShmemContext context = ctxCreate(0);
        context.destroy();
        checks.thrown(IllegalStateException.class, "on a destroyed context", context::sessionStop, "destroyed");
        checks.thrown(
                IllegalStateException.class, "on a destroyed context", () -> context.sessionStart(0), "destroyed");
    }

    @Case
    void ctxSessionStart(Checks checks) {
        Shmem.ctxSessionStart(null, CTX_SESSION_BATCH);
        sessions(checks, false);
    }

    @Case
    void ctxSessionStop(Checks checks) {
        Shmem.ctxSessionStop(null);
        sessions(checks, false);
    }

    /** Results, order and completion are those without a session: nested, stopped twice, or never. */
    private static void sessions(Checks checks, boolean onContext) {
        final SymmetricLongs array = callocLongs(64);
        barrierAll();
        final int next = (myPe() + 1) % nPes();
        try (ShmemContext context = ctxCreate(0)) {
            start(context, onContext, 0, null);
            start(context, onContext, CTX_SESSION_BATCH, new SessionConfig(64));
            for (int i = 0; i < 64; i++) {
                context.putNbi(array, i, new long[] {i + 1L}, 0, 1, next);
            }
            context.fence();
            context.quiet();
            checks.equal(64, context.g(array, 63, next), "within the session");
            stop(context, onContext);
            stop(context, onContext);
            context.p(array, 0, 9L, next);
            context.quiet();
            checks.equal(9, context.g(array, 0, next), "after the session");
            start(context, onContext, CTX_SESSION_BATCH, null);
        }
        barrierAll();
        checks.equal(32, array.get(31), "by the PE before");
        barrierAll();
        free(array);
    }

    private static void start(ShmemContext context, boolean onContext, long options, SessionConfig config) {
        if (onContext) {
            context.sessionStart(options, config);
        } else if (config == null) {
            Shmem.ctxSessionStart(context, options);
        } else {
            Shmem.ctxSessionStart(context, options, config);
        }
    }

    private static void stop(ShmemContext context, boolean onContext) {
        if (onContext) {
            context.sessionStop();
        } else {
            Shmem.ctxSessionStop(context);
        }
    }

    /** Stores are visible after it, and nobody is past it before all have come. */
    @Case(pes = 3)
    void teamSync(Checks checks) {
        final int rounds = 300;
        final SymmetricLongs array = callocLongs(1);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                long wrong = 0;
                for (int i = 1; i <= rounds; i++) {
                    if (i % 10 == 0 && i / 10 % team.nPes() == team.myPe()) {
                        Thread.yield();
                    }
                    array.set(0, i);
                    FACADE.teamSync(team);
                    for (int pe = 0; pe < team.nPes(); pe++) {
                        wrong += g(array, TeamSet.world(team, pe)) == i ? 0 : 1;
                    }
                    ON_TEAMS.teamSync(team);
                }
                checks.equal(0, wrong, "words that are not those stored before the sync");
            }
        }
        checks.thrown(NullPointerException.class, "no team", () -> FACADE.teamSync(null), "team=null");
        barrierAll();
        free(array);
    }

    /** Sentence 66. */
    @Case(pes = 3, seconds = 120)
    void s66_manyTeamsLeakNothing(Checks checks) {
        final SymmetricLongs array = callocLongs(2);
        for (int i = 0; i < 5000; i++) {
            final ShmemTeam team =
                    FACADE.teamSplitStrided(TEAM_WORLD, i % 2 == 0 ? 0 : nPes() - 1, i % 2 * -2 + 1, nPes());
            array.set(0, i + 1);
            sumReduce(team, array.at(1), array, 1);
            checks.equal((i + 1L) * nPes(), array.get(1), "sum in team " + i);
            team.destroy();
        }
        final List<ShmemTeam> held = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 50; i++) {
                held.add(FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes()));
            }
            held.forEach(ShmemTeam::sync);
            held.forEach(ShmemTeam::destroy);
            held.clear();
        }
        barrierAll();
        free(array);
    }

    /** Teams that share some PEs only, made and ended without a barrier between them. */
    @Case(pes = 5, seconds = 120)
    void overlappingTeamsComeAndGo(Checks checks) {
        final SymmetricLongs array = callocLongs(2);
        final ShmemTeam low = FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, Math.max(1, nPes() - 2));
        final ShmemTeam high =
                FACADE.teamSplitStrided(TEAM_WORLD, Math.min(2, nPes() - 1), 1, nPes() - Math.min(2, nPes() - 1));
        for (int i = 0; i < 600; i++) {
            for (ShmemTeam parent : new ShmemTeam[] {low, high}) {
                final ShmemTeam part =
                        parent == null ? null : parent.splitStrided(i % parent.nPes(), -1, i % parent.nPes() + 1);
                if (part != null) {
                    array.set(0, 1);
                    sumReduce(part, array.at(1), array, 1);
                    checks.equal(part.nPes(), array.get(1), "PEs of part " + i);
                    part.destroy();
                }
            }
        }
        FACADE.teamDestroy(low);
        FACADE.teamDestroy(high);
        barrierAll();
        free(array);
    }

    /** More than there is room for throws on all PEs, and those that were made work on. */
    @Case(pes = 3)
    void tooManyTeams(Checks checks) {
        final List<ShmemTeam> held = new ArrayList<>();
        final Throwable thrown = checks.thrown(
                org.jshmem.ShmemException.class,
                "teams without end",
                () -> {
                    while (held.size() < 100_000) {
                        held.add(FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes()));
                    }
                },
                "destroy");
        checks.that(thrown != null && held.size() >= 32, held.size() + " teams");
        held.forEach(ShmemTeam::sync);
        held.forEach(ShmemTeam::destroy);
        try (ShmemTeam again = FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes())) {
            again.sync();
        }
    }

    /** Sentences 32 and 66: teams of different threads, made, used and ended at the same time. */
    @Case(pes = 3, threads = ThreadLevel.MULTIPLE, seconds = 120)
    void s32_teamsOfDifferentThreads(Checks checks) throws InterruptedException {
        final int count = 3;
        final List<ShmemTeam> parents = new ArrayList<>();
        final List<SymmetricLongs> arrays = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parents.add(FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes()));
            arrays.add(callocLongs(6000));
        }
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final ShmemTeam parent = parents.get(i);
            final SymmetricLongs array = arrays.get(i);
            final Runnable body = () -> {
                try {
                    oneThread(checks, parent, array);
                } catch (RuntimeException e) {
                    checks.fail("a thread threw " + e);
                }
            };
            threads.add(
                    i == 0
                            ? Thread.ofVirtual().start(body)
                            : Thread.ofPlatform().start(body));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        barrierAll();
        parents.forEach(ShmemTeam::destroy);
        arrays.forEach(Shmem::free);
    }

    private static void oneThread(Checks checks, ShmemTeam parent, SymmetricLongs array) {
        final SymmetricLongs dest = array.at(3000);
        for (int round = 0; round < 150; round++) {
            final ShmemTeam team = parent.splitStrided(parent.nPes() - 1, -1, parent.nPes());
            for (int i = 0; i < 3000; i++) {
                array.set(i, round + team.myPe());
            }
            sumReduce(team, dest, array, round % 2 == 0 ? 3000 : 5);
            final long pes = team.nPes();
            checks.equal(round * pes + pes * (pes - 1) / 2, dest.get(round % 2 == 0 ? 2999 : 4), "sum");
            broadcast(team, dest, array, 2000, (int) (round % pes));
            checks.equal(round + round % pes, dest.get(1999), "broadcast");
            team.destroy();
        }
    }

    @Case(alone = true)
    void teamsDoNotOutliveTheLibrary(Checks checks) {
        checks.thrown(IllegalStateException.class, "before init", TEAM_WORLD::myPe, "init");
        checks.thrown(IllegalStateException.class, "before init", TEAM_SHARED::sync, "init");
        Shmem.init();
        final ShmemTeam team = FACADE.teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, nPes());
        final ShmemContext context = team.createCtx(0);
        shutdown();
        checks.thrown(IllegalStateException.class, "after shutdown", team::nPes, "init");
        try (var _ = Shmem.init()) {
            final SymmetricLongs array = callocLongs(1);
            checks.equal(nPes(), TEAM_WORLD.nPes(), "the world is back");
            checks.thrown(IllegalStateException.class, "a team of before", team::sync, "shutdown");
            checks.thrown(IllegalStateException.class, "its context", () -> context.p(array, 1L, 0), "shutdown");
            try (ShmemTeam again = FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes())) {
                array.set(0, 1);
                sumReduce(again, array, array, 1);
                checks.equal(nPes(), array.get(0), "a team of now");
            }
            barrierAll();
            free(array);
        }
    }

    /** Sentence 26: nothing between collectives, while PEs come late in turn. */
    @Case(pes = 3, seconds = 120)
    void s26_backToBack(Checks checks) {
        final int rounds = 400;
        final SymmetricLongs source = callocLongs(2000);
        final SymmetricLongs dest = callocLongs(2000L * nPes());
        final int pes = nPes();
        for (int round = 0; round < rounds; round++) {
            if (round % 7 == myPe()) {
                Thread.yield();
            }
            final int n = round % 3 == 0 ? 1 : round % 3 == 1 ? 40 : 2000;
            source.slice(0, n).fill(round + myPe());
            sumReduce(TEAM_WORLD, dest, source, n);
            checks.equal((long) round * pes + (long) pes * (pes - 1) / 2, dest.get(n - 1), "sum " + round);
            source.slice(0, n).fill(2L * round + myPe());
            broadcast(TEAM_WORLD, dest, source, n, round % pes);
            checks.equal(2L * round + round % pes, dest.get(n - 1), "broadcast " + round);
            source.slice(0, n).fill(3L * round + myPe());
            fcollect(TEAM_WORLD, dest, source, n);
            for (int pe = 0; pe < pes; pe++) {
                checks.equal(3L * round + pe, dest.get((long) pe * n), "fcollect " + round);
            }
        }
        barrierAll();
        free(dest);
        free(source);
    }
}
