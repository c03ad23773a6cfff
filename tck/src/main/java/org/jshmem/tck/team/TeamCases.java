package org.jshmem.tck.team;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.team.TeamRoutines.FACADE;
import static org.jshmem.tck.team.TeamRoutines.ON_TEAMS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** The cases of teams: one for each row of the table, then sentences 54 to 66. */
final class TeamCases {
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
        final ShmemTeam less = FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, Math.max(1, pes - 1));
        checks.equal(-1, FACADE.teamTranslatePe(less, Math.max(1, pes - 1), TEAM_WORLD), "of the PE behind the last");
        FACADE.teamDestroy(less);
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

    private static void strided(Checks checks, TeamRoutines via, int start, int stride, int size) {
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
            final TeamRoutines via = xrange % 2 == 0 ? FACADE : ON_TEAMS;
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
        final TeamGrid plain = ON_TEAMS.teamSplit2d(TEAM_WORLD, 2);
        checks.equal(0, plain.xTeam().getConfig().numContexts(), "of a row without requests");
        plain.yTeam().destroy();
        plain.xTeam().destroy();
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

    /**
     * No routine of OpenSHMEM: colors, keys that agree and differ, and a parent whose numbers are not those of the job.
     */
    @Case(pes = 5)
    void teamSplitByColor(Checks checks) {
        checks.equal(null, FACADE.teamSplitByColor(null, 0, 0), "of no team");
        final int pes = nPes();
        final ShmemTeam reverse = FACADE.teamSplitStrided(TEAM_WORLD, pes - 1, -1, pes);
        for (ShmemTeam parent : List.of(TEAM_WORLD, reverse)) {
            for (int colors = 1; colors <= 3; colors++) {
                for (int key = -1; key <= 1; key++) {
                    final TeamRoutines via = key == 0 ? ON_TEAMS : FACADE;
                    byColor(checks, via, parent, colors, key);
                }
            }
        }
        checks.thrown(
                IllegalArgumentException.class,
                "another negative color",
                () -> FACADE.teamSplitByColor(TEAM_WORLD, -2, 0),
                "color=-2");
        reverse.destroy();
    }

    /** Each third PE is in no team; the others are in the order of their numbers times the key. */
    private static void byColor(Checks checks, TeamRoutines via, ShmemTeam parent, int colors, int key) {
        final int pes = parent.nPes();
        final int me = parent.myPe();
        final List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < pes; i++) {
            final int pe = key < 0 ? pes - 1 - i : i;
            if (color(pe, colors) == color(me, colors)) {
                expected.add(pe);
            }
        }
        final TeamConfig config = colors == 2 ? new TeamConfig(3) : null;
        final ShmemTeam team = colors == 2
                ? via.teamSplitByColor(parent, color(me, colors), me * key, config)
                : via.teamSplitByColor(parent, color(me, colors), me * key);
        final String what = colors + " colors, key " + key;
        checks.equal(color(me, colors) == NO_COLOR, team == null, what + ": in no team");
        if (team != null) {
            checkMembers(checks, team, parent, expected, what);
            checks.equal(colors == 2 ? 3 : 0, team.getConfig().numContexts(), what + ": configuration");
            team.destroy();
        }
    }

    private static int color(int pe, int colors) {
        return pe % 3 == 2 ? NO_COLOR : pe % colors;
    }

    private static void checkMembers(
            Checks checks, ShmemTeam team, ShmemTeam parent, List<Integer> expected, String what) {
        checks.equal(expected.size(), team.nPes(), what + ": size");
        checks.equal(expected.indexOf(parent.myPe()), team.myPe(), what + ": number");
        for (int i = 0; i < expected.size(); i++) {
            checks.equal(expected.get(i).intValue(), team.translatePe(i, parent), what + ": PE " + i);
            checks.equal(i, parent.translatePe(expected.get(i), team), what + ": number of PE " + i);
        }
        final int size = expected.size();
        checks.equal(size * (size + 1) / 2, team.sumReduce(team.myPe() + 1), what + ": sum over its PEs");
    }

    /** No routine of OpenSHMEM: lists with and without an order, and those that name no team. */
    @Case(pes = 5)
    void teamSplitPes(Checks checks) {
        checks.equal(null, FACADE.teamSplitPes(null, 0), "of no team");
        final int pes = nPes();
        final ShmemTeam reverse = FACADE.teamSplitStrided(TEAM_WORLD, pes - 1, -1, pes);
        for (ShmemTeam parent : List.of(TEAM_WORLD, reverse)) {
            listed(checks, FACADE, parent, 0);
            listed(checks, ON_TEAMS, parent, pes - 1);
            listed(checks, FACADE, parent, IntStream.range(0, pes).toArray());
            if (pes == 5) {
                listed(checks, FACADE, parent, 4, 0, 3);
                listed(checks, ON_TEAMS, parent, 3, 1, 0, 4, 2);
                listed(checks, ON_TEAMS, parent, 0, 1, 3);
            }
        }
        reverse.destroy();
        checks.thrown(IllegalArgumentException.class, "no PE", () -> FACADE.teamSplitPes(TEAM_WORLD), "pes=[]");
        checks.thrown(
                NullPointerException.class, "no list", () -> FACADE.teamSplitPes(TEAM_WORLD, null, null), "pes=null");
        checks.thrown(
                IllegalArgumentException.class,
                "a PE that is not there",
                () -> FACADE.teamSplitPes(TEAM_WORLD, 0, pes),
                "pes[1]=" + pes);
        checks.thrown(
                IllegalArgumentException.class,
                "a PE that is not there",
                () -> ON_TEAMS.teamSplitPes(TEAM_WORLD, -1),
                "pes[0]=-1");
        checks.thrown(
                IllegalArgumentException.class,
                "a PE twice",
                () -> FACADE.teamSplitPes(TEAM_WORLD, 0, 0),
                "pes[1]=0 is named twice");
    }

    private static void listed(Checks checks, TeamRoutines via, ShmemTeam parent, int... pes) {
        final ShmemTeam team =
                pes.length == 1 ? via.teamSplitPes(parent, pes, new TeamConfig(2)) : via.teamSplitPes(parent, pes);
        final List<Integer> expected = IntStream.of(pes).boxed().toList();
        final String what = "PEs " + expected;
        checks.equal(!expected.contains(parent.myPe()), team == null, what + ": in no team");
        if (team != null) {
            checkMembers(checks, team, parent, expected, what);
            checks.equal(pes.length == 1 ? 2 : 0, team.getConfig().numContexts(), what + ": configuration");
            team.destroy();
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

    /** Sentences 54 and 66: a program may have very many teams at a time. */
    @Case(pes = 3, seconds = 120, profile = Profile.JSHMEM)
    void thousandsOfTeams(Checks checks) {
        final List<ShmemTeam> held = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            held.add(FACADE.teamSplitStrided(TEAM_WORLD, 0, 1, nPes()));
        }
        held.forEach(ShmemTeam::sync);
        checks.equal(2000L * nPes(), sumReduce(held.getLast(), (long) held.size()), "teams of all PEs");
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
            arrays.add(callocLongs(8000));
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
            final SymmetricLongs received = array.at(6000); // another PE may still read dest
            broadcast(team, received, array, 2000, (int) (round % pes));
            checks.equal(round + round % pes, received.get(1999), "broadcast");
            parent.sync();
            team.destroy();
        }
    }

    @Case(alone = true, profile = Profile.JSHMEM)
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

    /**
     * Sentence 26: nothing between collectives, while PEs come late in turn. Each has a destination of its own: when a
     * PE calls it, another one may not have read what the collective before has brought.
     */
    @Case(pes = 3, seconds = 120)
    void s26_backToBack(Checks checks) {
        final int rounds = 400;
        final SymmetricLongs source = callocLongs(2000);
        final SymmetricLongs dest = callocLongs(2000L * nPes());
        final SymmetricLongs sum = callocLongs(2000);
        final SymmetricLongs received = callocLongs(2000);
        final int pes = nPes();
        for (int round = 0; round < rounds; round++) {
            if (round % 7 == myPe()) {
                Thread.yield();
            }
            final int n = round % 3 == 0 ? 1 : round % 3 == 1 ? 40 : 2000;
            source.slice(0, n).fill(round + myPe());
            sumReduce(TEAM_WORLD, sum, source, n);
            checks.equal((long) round * pes + (long) pes * (pes - 1) / 2, sum.get(n - 1), "sum " + round);
            source.slice(0, n).fill(2L * round + myPe());
            broadcast(TEAM_WORLD, received, source, n, round % pes);
            checks.equal(2L * round + round % pes, received.get(n - 1), "broadcast " + round);
            source.slice(0, n).fill(3L * round + myPe());
            fcollect(TEAM_WORLD, dest, source, n);
            for (int pe = 0; pe < pes; pe++) {
                checks.equal(3L * round + pe, dest.get((long) pe * n), "fcollect " + round);
            }
        }
        barrierAll();
        free(received);
        free(sum);
        free(dest);
        free(source);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void descriptions(Checks checks) {
        final int last = nPes() - 1;
        checks.that(
                TEAM_WORLD.toString().startsWith("TEAM_WORLD[PE " + myPe() + " of " + nPes() + ": PEs 0"),
                TEAM_WORLD.toString());
        checks.that(CTX_DEFAULT.toString().contains(TEAM_WORLD.toString()), CTX_DEFAULT.toString());
        final ShmemTeam reverse = TEAM_WORLD.splitStrided(last, -1, nPes());
        final String text = reverse.toString();
        checks.that(
                text.startsWith("ShmemTeam[PE " + (last - myPe()) + " of " + nPes() + ": PEs " + last)
                        && text.endsWith("0 of the job]"),
                text);
        final ShmemContext context = reverse.createCtx(CTX_PRIVATE);
        checks.equal("ShmemContext[options " + CTX_PRIVATE + ", " + text + "]", context.toString(), "a context");
        context.destroy();
        checks.that(context.toString().startsWith("ShmemContext[destroyed"), context.toString());
        reverse.destroy();
        checks.equal("ShmemTeam[destroyed]", reverse.toString(), "a destroyed team");
    }
}
