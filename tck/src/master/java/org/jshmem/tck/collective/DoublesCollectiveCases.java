package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.collective.DoublesCollectiveRoutines.FACADE;
import static org.jshmem.tck.collective.DoublesCollectiveRoutines.ON_TEAMS;

import java.lang.foreign.MemorySegment;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.data.DoublesValues;
import org.jshmem.tck.data.Numbers;
import org.jshmem.tck.data.SwitchPoints;
import org.jshmem.tck.data.Values;
import org.jshmem.tck.team.TeamSet;

/**
 * The cases of the collectives on {@code double}, one for each row of the table: on teams of every kind, at lengths of
 * every kind.
 */
final class DoublesCollectiveCases {
    private static final int[] LENGTHS = {0, 1, 2, 7, 16, 17, 300, 4099};
    private static final int LARGE = (300 << 10) / Double.BYTES + 5;
    private static final int GUARDS = 9;

    /** Up to here lengths around all switch points are tried, on the world team and on others. */
    private static final int MOST_BYTES = 256 << 10;

    private static final int FEW_BYTES = 512;

    /** One call on one team, by the façade or by the team. */
    private interface Body {
        void run(ShmemTeam team, boolean facade, int nelems);
    }

    private final Checks checks;
    private SymmetricDoubles dest;
    private SymmetricDoubles source;

    DoublesCollectiveCases() {
        this(null);
    }

    private DoublesCollectiveCases(Checks checks) {
        this.checks = checks;
    }

    /** Runs a body on every team, with arrays of some lengths' room. */
    private static void each(Checks checks, int destBlocks, int sourceBlocks, BodyOf body) {
        final DoublesCollectiveCases run = new DoublesCollectiveCases(checks);
        run.dest = mallocDoubles((long) LARGE * destBlocks + GUARDS);
        run.source = mallocDoubles((long) LARGE * sourceBlocks + GUARDS);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int nelems : LENGTHS) {
                    body.of(run).run(team, true, nelems);
                    body.of(run).run(team, false, nelems);
                }
            }
            for (ShmemTeam team : teams.mine()) {
                if (team.nPes() > 1) {
                    for (int nelems : SwitchPoints.lengths(Double.BYTES, team == TEAM_WORLD ? MOST_BYTES : FEW_BYTES)) {
                        body.of(run).run(team, true, nelems);
                    }
                }
            }
            body.of(run).run(TEAM_WORLD, true, LARGE);
        }
        barrierAll();
        free(run.source);
        free(run.dest);
    }

    private interface BodyOf {
        Body of(DoublesCollectiveCases run);
    }

    /** This PE's source holds its bits, and its destination guards; the team may begin. */
    private void fill(ShmemTeam team, long sourceLength, long destLength) {
        source.segment().copyFrom(MemorySegment.ofArray(sequence(Shmem.myPe(), 0, sourceLength)));
        guard(destLength + GUARDS);
        team.sync();
    }

    /** A source may change as soon as the call returns, also while other PEs are still in it (sentence 26). */
    private void spoil() {
        source.segment().fill((byte) 0x5a);
    }

    private void guard(long length) {
        dest.segment().copyFrom(MemorySegment.ofArray(DoublesValues.guards((int) length)));
    }

    private static double[] sequence(int worldPe, long first, long length) {
        return DoublesValues.sequence(worldPe + 11L, (int) first, (int) length);
    }

    private static double number(int worldPe, long index) {
        return Numbers.toDouble(Numbers.small(worldPe, index));
    }

    private void same(double expected, double actual, String what, ShmemTeam team, long index) {
        if (Values.raw(expected) != Values.raw(actual)) {
            checks.fail(what + " on a team of " + team.nPes() + ", its PE " + team.myPe() + ", element " + index + ": "
                    + actual + ", not " + expected);
        }
    }

    /** Compares all at once; what differs first is told. */
    private void same(double[] expected, SymmetricDoubles actual, String what, ShmemTeam team) {
        final MemorySegment model = MemorySegment.ofArray(expected);
        final long at = model.mismatch(actual.segment().asSlice(0, model.byteSize()));
        if (at >= 0) {
            final int index = (int) (at / Double.BYTES);
            same(expected[index], actual.get(index), what, team, index);
        }
    }

    private void guarded(long from, String what, ShmemTeam team) {
        for (long i = from; i < from + GUARDS; i++) {
            same(Values.toDouble(Values.guard(i)), dest.get(i), what + " wrote beyond its end", team, i);
        }
        checks.that(true, what);
    }

    private static SymmetricDoubles none(SymmetricDoubles array, long nelems) {
        return nelems == 0 ? null : array;
    }

    @Case(pes = 3)
    void broadcast(Checks checks) {
        each(checks, 1, 1, run -> run::broadcastOne);
    }

    private void broadcastOne(ShmemTeam team, boolean facade, int nelems) {
        for (int root = 0; root < team.nPes(); root++) {
            fill(team, nelems, nelems);
            if (facade) {
                FACADE.broadcast(team, none(dest, nelems), none(source, nelems), nelems, root);
            } else {
                ON_TEAMS.broadcast(team, dest, source, nelems, root);
            }
            spoil();
            same(sequence(TeamSet.world(team, root), 0, nelems), dest, "broadcast from " + root, team);
            guarded(nelems, "broadcast", team);
        }
    }

    @Case(pes = 3)
    void collect(Checks checks) {
        each(checks, nPes(), 1, run -> run::collectOne);
    }

    /** Every PE brings another number, some none. */
    private void collectOne(ShmemTeam team, boolean facade, int nelems) {
        long all = 0;
        for (int pe = 0; pe < team.nPes(); pe++) {
            all += share(nelems, pe);
        }
        final int mine = share(nelems, team.myPe());
        fill(team, mine, all);
        if (facade) {
            FACADE.collect(team, none(dest, all), none(source, mine), mine);
        } else {
            ON_TEAMS.collect(team, dest, source, mine);
        }
        spoil();
        final double[] expected = new double[(int) all];
        int at = 0;
        for (int pe = 0; pe < team.nPes(); pe++) {
            final int share = share(nelems, pe);
            System.arraycopy(sequence(TeamSet.world(team, pe), 0, share), 0, expected, at, share);
            at += share;
        }
        same(expected, dest, "collect", team);
        guarded(all, "collect", team);
    }

    private static int share(int nelems, int pe) {
        return switch (pe % 3) {
            case 0 -> nelems;
            case 1 -> nelems / 3;
            default -> Math.max(0, nelems - 7);
        };
    }

    @Case(pes = 3)
    void fcollect(Checks checks) {
        each(checks, nPes(), 1, run -> run::fcollectOne);
    }

    private void fcollectOne(ShmemTeam team, boolean facade, int nelems) {
        final long all = (long) nelems * team.nPes();
        fill(team, nelems, all);
        if (facade) {
            FACADE.fcollect(team, none(dest, all), none(source, nelems), nelems);
        } else {
            ON_TEAMS.fcollect(team, dest, source, nelems);
        }
        spoil();
        final double[] expected = new double[(int) all];
        for (int pe = 0; pe < team.nPes(); pe++) {
            System.arraycopy(sequence(TeamSet.world(team, pe), 0, nelems), 0, expected, pe * nelems, nelems);
        }
        same(expected, dest, "fcollect", team);
        guarded(all, "fcollect", team);
    }

    @Case(pes = 3)
    void alltoall(Checks checks) {
        each(checks, nPes(), nPes(), run -> run::alltoallOne);
    }

    private void alltoallOne(ShmemTeam team, boolean facade, int nelems) {
        final long all = (long) nelems * team.nPes();
        fill(team, all, all);
        if (facade) {
            FACADE.alltoall(team, none(dest, all), none(source, all), nelems);
        } else {
            ON_TEAMS.alltoall(team, dest, source, nelems);
        }
        spoil();
        final double[] expected = new double[(int) all];
        for (int pe = 0; pe < team.nPes(); pe++) {
            final double[] block = sequence(TeamSet.world(team, pe), (long) team.myPe() * nelems, nelems);
            System.arraycopy(block, 0, expected, pe * nelems, nelems);
        }
        same(expected, dest, "alltoall", team);
        guarded(all, "alltoall", team);
    }

    @Case(pes = 3)
    void alltoalls(Checks checks) {
        each(checks, 2 * nPes(), 3 * nPes(), run -> (team, facade, nelems) -> {
            run.alltoallsOne(team, facade, nelems, 1, 1);
            run.alltoallsOne(team, facade, nelems, 2, 3);
            run.alltoallsOne(team, facade, nelems, 2, 1);
        });
    }

    private void alltoallsOne(ShmemTeam team, boolean facade, int nelems, int dst, int sst) {
        final long all = (long) nelems * team.nPes();
        fill(team, all * sst, all * dst);
        if (facade) {
            FACADE.alltoalls(team, none(dest, all), none(source, all), dst, sst, nelems);
        } else {
            ON_TEAMS.alltoalls(team, dest, source, dst, sst, nelems);
        }
        spoil();
        final double[] expected = DoublesValues.guards((int) all * dst);
        for (int pe = 0; pe < team.nPes(); pe++) {
            final long first = (long) team.myPe() * nelems * sst;
            final double[] theirs = sequence(TeamSet.world(team, pe), first, (long) nelems * sst);
            for (int i = 0; i < nelems; i++) {
                expected[(pe * nelems + i) * dst] = theirs[i * sst];
            }
        }
        same(expected, dest, "alltoalls " + dst + ", " + sst, team);
        guarded(all * dst, "alltoalls", team);
    }

    @Case(pes = 3)
    void sumReduce(Checks checks) {
        reductions(checks, "sumReduce", FACADE::sumReduce, (a, b) -> {
            a += b;
            return a;
        });
    }

    @Case(pes = 3)
    void prodReduce(Checks checks) {
        reductions(checks, "prodReduce", FACADE::prodReduce, (a, b) -> {
            a *= b;
            return a;
        });
    }

    @Case(pes = 3)
    void maxReduce(Checks checks) {
        reductions(checks, "maxReduce", FACADE::maxReduce, (a, b) -> a > b ? a : b);
    }

    @Case(pes = 3)
    void minReduce(Checks checks) {
        reductions(checks, "minReduce", FACADE::minReduce, (a, b) -> a < b ? a : b);
    }

    /** A reduction or scan. */
    private interface Call {
        void run(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);
    }

    /** What it does with two elements. */
    private interface Combine {
        double of(double a, double b);
    }

    /** Apart and in place; the team's method is what the façade calls, and called here for one of the two. */
    private static void reductions(Checks checks, String name, Call call, Combine combine) {
        each(checks, 1, 1, run -> (team, facade, nelems) -> {
            run.reduceOne(name, team, nelems, facade ? call : onTeam(name), false, combine, 0, team.nPes());
            run.reduceOne(name, team, nelems, call, true, combine, 0, team.nPes());
        });
    }

    private static Call onTeam(String name) {
        return switch (name) {
            case "sumReduce" -> ON_TEAMS::sumReduce;
            case "prodReduce" -> ON_TEAMS::prodReduce;
            case "maxReduce" -> ON_TEAMS::maxReduce;
            case "minReduce" -> ON_TEAMS::minReduce;
            case "sumInscan" -> ON_TEAMS::sumInscan;
            default -> ON_TEAMS::sumExscan;
        };
    }

    private void reduceOne(
            String name, ShmemTeam team, int nelems, Call call, boolean inPlace, Combine combine, int from, int to) {
        final SymmetricDoubles of = inPlace ? dest : source;
        guard(nelems + GUARDS);
        final double[] mine = numbers(Shmem.myPe(), nelems);
        of.segment().copyFrom(MemorySegment.ofArray(mine));
        team.sync();
        call.run(team, none(dest, nelems), none(of, nelems), nelems);
        final double[] expected = new double[nelems];
        for (int pe = from; pe < to; pe++) {
            final double[] theirs = numbers(TeamSet.world(team, pe), nelems);
            for (int i = 0; i < nelems; i++) {
                expected[i] = pe == from ? theirs[i] : combine.of(expected[i], theirs[i]);
            }
        }
        same(expected, dest, name + (inPlace ? " in place" : ""), team);
        guarded(nelems, name, team);
        if (!inPlace) {
            same(mine, source, name + " changed its source", team);
        }
    }

    private static double[] numbers(int worldPe, int length) {
        final double[] numbers = new double[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = number(worldPe, i);
        }
        return numbers;
    }

    @Case(pes = 3)
    void sumInscan(Checks checks) {
        scans(checks, "sumInscan", FACADE::sumInscan, 1);
    }

    @Case(pes = 3)
    void sumExscan(Checks checks) {
        scans(checks, "sumExscan", FACADE::sumExscan, 0);
    }

    private static void scans(Checks checks, String name, Call call, int own) {
        final Combine sum = (a, b) -> {
            a += b;
            return a;
        };
        each(checks, 1, 1, run -> (team, facade, nelems) -> {
            final int to = team.myPe() + own;
            run.reduceOne(name, team, nelems, facade ? call : onTeam(name), false, sum, 0, to);
            run.reduceOne(name, team, nelems, call, true, sum, 0, to);
        });
    }

    @Case(pes = 3)
    void teamPtr(Checks checks) {
        final SymmetricDoubles array = mallocDoubles(2);
        array.set(1, number(myPe(), 1));
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                team.sync();
                for (int pe = 0; pe < team.nPes(); pe++) {
                    final int world = TeamSet.world(team, pe);
                    final SymmetricDoubles view = FACADE.teamPtr(team, array, pe);
                    final SymmetricDoubles other = ON_TEAMS.teamPtr(team, array, pe);
                    checks.that((view == null) == (Shmem.ptr(array, world) == null), "teamPtr is there as ptr is");
                    if (view != null) {
                        checks.equal(Values.raw(number(world, 1)), Values.raw(view.get(1)), "what it shows");
                        checks.equal(Values.raw(number(world, 1)), Values.raw(other.get(1)), "what the team shows");
                    } else {
                        checks.that(other == null && !checks.isMapped(world), "no view of PE " + world);
                    }
                }
                for (int pe : new int[] {-1, team.nPes()}) {
                    checks.thrown(
                            IllegalArgumentException.class,
                            "teamPtr",
                            () -> FACADE.teamPtr(team, array, pe),
                            "pe=" + pe);
                }
            }
        }
        checks.equal(null, FACADE.teamPtr(null, array, 0), "teamPtr on no team");
        barrierAll();
        free(array);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void inPlaceOnlyWhereItIsAllowed(Checks checks) {
        final SymmetricDoubles array = mallocDoubles(100L * nPes());
        for (int shift : new int[] {0, 1}) {
            final SymmetricDoubles moved = array.at(shift);
            checks.thrown(
                    IllegalArgumentException.class,
                    "broadcast",
                    () -> Shmem.broadcast(TEAM_WORLD, moved, array, 20, 0),
                    "overlap");
            checks.thrown(
                    IllegalArgumentException.class,
                    "fcollect",
                    () -> Shmem.fcollect(TEAM_WORLD, moved, array, 20),
                    "overlap");
            checks.thrown(
                    IllegalArgumentException.class,
                    "alltoall",
                    () -> Shmem.alltoall(TEAM_WORLD, moved, array, 20),
                    "overlap");
            checks.thrown(
                    IllegalArgumentException.class,
                    "alltoalls",
                    () -> Shmem.alltoalls(TEAM_WORLD, moved, array, 1, 2, 20),
                    "overlap");
            checks.thrown(
                    IllegalArgumentException.class,
                    "collect",
                    () -> Shmem.collect(TEAM_WORLD, moved.slice(0, 60), array, 20),
                    "overlap");
        }
        final SymmetricDoubles moved = array.at(1);
        checks.thrown(
                IllegalArgumentException.class,
                "sumReduce",
                () -> Shmem.sumReduce(TEAM_WORLD, moved, array, 20),
                "overlap");
        checks.thrown(
                IllegalArgumentException.class,
                "sumExscan",
                () -> Shmem.sumExscan(TEAM_WORLD, array, moved, 20),
                "overlap");
        barrierAll();
        free(array);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void misuseOfCollectives(Checks checks) {
        final SymmetricDoubles array = mallocDoubles(100L * nPes());
        final SymmetricDoubles other = mallocDoubles(100L * nPes());
        final SymmetricDoubles dead = mallocDoubles(10);
        free(dead);
        for (int root : new int[] {-1, nPes(), Integer.MAX_VALUE}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "a root outside the team",
                    () -> Shmem.broadcast(TEAM_WORLD, array, other, 1, root),
                    "root=" + root);
        }
        final long more = 100L * nPes() + 1;
        for (long nelems : new long[] {more, Long.MAX_VALUE}) {
            checks.thrown(
                    IndexOutOfBoundsException.class,
                    "too many",
                    () -> Shmem.sumReduce(TEAM_WORLD, array, other, nelems),
                    "nelems=" + nelems);
            checks.thrown(
                    IndexOutOfBoundsException.class,
                    "too many",
                    () -> Shmem.fcollect(TEAM_WORLD, array, other, nelems),
                    "nelems=");
        }
        checks.thrown(
                IndexOutOfBoundsException.class, "too many", () -> Shmem.alltoall(TEAM_WORLD, array, other, 101), "");
        checks.thrown(
                IndexOutOfBoundsException.class,
                "too many for all",
                () -> Shmem.collect(TEAM_WORLD, array, other, 101),
                "");
        checks.thrown(
                IllegalArgumentException.class,
                "a negative number",
                () -> Shmem.minReduce(TEAM_WORLD, array, other, -1),
                "nelems=-1");
        checks.thrown(
                IllegalArgumentException.class,
                "a stride of 0",
                () -> Shmem.alltoalls(TEAM_WORLD, array, other, 0, 1, 1),
                "dst=0");
        checks.thrown(
                NullPointerException.class, "null", () -> Shmem.broadcast(TEAM_WORLD, null, other, 1, 0), "dest=null");
        checks.thrown(
                NullPointerException.class, "null", () -> Shmem.broadcast(TEAM_WORLD, array, null, 1, 0), "source");
        checks.thrown(
                NullPointerException.class, "no team", () -> Shmem.broadcast(null, array, other, 1, 0), "team=null");
        checks.thrown(
                IllegalStateException.class, "freed", () -> Shmem.sumInscan(TEAM_WORLD, array, dead, 1), "source");
        final SymmetricDoubles view = Shmem.ptr(array, myPe());
        checks.thrown(
                IllegalArgumentException.class, "a view", () -> Shmem.maxReduce(TEAM_WORLD, array, view, 1), "source");
        barrierAll();
        array.set(0, number(1, 1));
        Shmem.maxReduce(TEAM_WORLD, other, array, 1);
        checks.equal(Values.raw(number(1, 1)), Values.raw(other.get(0)), "a reduction afterwards");
        barrierAll();
        free(other);
        free(array);
    }
}
