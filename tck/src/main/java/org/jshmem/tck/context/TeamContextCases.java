package org.jshmem.tck.context;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.team.TeamRoutines.FACADE;
import static org.jshmem.tck.team.TeamRoutines.ON_TEAMS;

import org.jshmem.SessionConfig;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.team.TeamSet;

/** The cases of contexts on teams and of sessions: one for each row of the table, then sentence 61. */
final class TeamContextCases {
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
        try (ShmemContext context = (options % 2 == 0 ? FACADE : ON_TEAMS).teamCreateCtx(team, options)) {
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
}
