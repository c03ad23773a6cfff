package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jshmem.ShmemTeam;
import org.jshmem.flow.DistRecords;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Distributed arrays of records. */
final class DistributedRecordsCases {
    private static final int LENGTH = 503;
    private static final int UPDATES = 3000;

    /** An element, which has gaps in memory. */
    record Cell(byte kind, long sum, short last, int count) {
        static Cell of(long index) {
            return new Cell((byte) index, index * index, (short) -index, 0);
        }

        Cell plus(Cell other) {
            return new Cell(kind, sum + other.sum, (short) Math.max(last, other.last), count + 1);
        }
    }

    private static DistRecords<Cell> cells(int kind, ShmemTeam team) {
        return switch (kind) {
            case 0 -> DistRecords.block(team, Cell.class, LENGTH);
            case 1 -> DistRecords.cyclic(team, Cell.class, LENGTH);
            default -> DistRecords.blockCyclic(team, Cell.class, LENGTH, 5);
        };
    }

    private static long[] all() {
        final long[] all = new long[LENGTH];
        Arrays.setAll(all, i -> i);
        return all;
    }

    private static long[] indices(int pe) {
        return new SplittableRandom(pe).longs(UPDATES, 0, LENGTH).toArray();
    }

    private static Cell[] values(int pe, long[] indices) {
        return Arrays.stream(indices)
                .mapToObj(index -> new Cell((byte) 0, index + pe, (short) pe, 0))
                .toArray(Cell[]::new);
    }

    /** The elements after {@code setAll}, and an update of each PE. */
    private static Cell[] model(int nPes) {
        final Cell[] cells = new Cell[LENGTH];
        Arrays.setAll(cells, Cell::of);
        for (int pe = 0; pe < nPes; pe++) {
            final long[] indices = indices(pe);
            final Cell[] values = values(pe, indices);
            for (int i = 0; i < UPDATES; i++) {
                cells[(int) indices[i]] = cells[(int) indices[i]].plus(values[i]);
            }
        }
        return cells;
    }

    private static void update(DistRecords<Cell> cells, int pe) {
        cells.setAll(Cell::of);
        final long[] mine = indices(pe);
        cells.updateAll(mine, values(pe, mine), Cell::plus);
    }

    @Case(pes = {1, 2, 4, 5})
    void distributedRecords(Checks checks) {
        for (int kind = 0; kind < 3; kind++) {
            try (DistRecords<Cell> cells = cells(kind, TEAM_WORLD)) {
                checks.equal(new Cell((byte) 0, 0, (short) 0, 0), cells.getAll(new long[] {LENGTH - 1})[0], "zeros");
                update(cells, myPe());
                final Cell[] expected = model(nPes());
                checks.that(Arrays.equals(expected, cells.getAll(all())), "updateAll, " + kind);
                final Cell remote = cells.getRemote(LENGTH / 2);
                checks.equal(expected[LENGTH / 2], remote, "getRemote");
                checkLocal(checks, cells, expected);
                put(checks, cells);
            }
        }
    }

    private static void checkLocal(Checks checks, DistRecords<Cell> cells, Cell[] expected) {
        final long[] seen = new long[2];
        cells.forEachLocal((index, cell) -> {
            final long local = cells.localIndex(index);
            seen[0]++;
            seen[1] += cell.equals(expected[(int) index])
                            && cells.getLocal(local).equals(cell)
                            && cells.owner(index) == myPe()
                            && cells.globalIndex(local) == index
                    ? 1
                    : 0;
        });
        checks.equal(cells.localLength(), seen[0], "own elements");
        checks.equal(seen[0], seen[1], "values of own elements");
        barrierAll();
    }

    private static void put(Checks checks, DistRecords<Cell> cells) {
        final boolean isLast = myPe() == nPes() - 1;
        final long[] indices = isLast ? all() : new long[0];
        cells.putAll(
                indices, Arrays.stream(indices).mapToObj(i -> Cell.of(i + 1)).toArray(Cell[]::new));
        if (cells.localLength() > 0) {
            cells.setLocal(0, cells.getLocal(0).plus(Cell.of(0)));
        }
        final Cell[] found = cells.getAll(all());
        final boolean[] isEqual = {true};
        for (int i = 0; i < LENGTH; i++) {
            final Cell expected = cells.localIndex(i) == 0 ? Cell.of(i + 1).plus(Cell.of(0)) : Cell.of(i + 1);
            isEqual[0] &= expected.equals(found[i]);
        }
        checks.that(isEqual[0], "putAll and setLocal");
    }

    @Case(
            pes = {2, 4},
            atLeast = 2)
    void distributedRecordsOfATeam(Checks checks) {
        try (ShmemTeam team = teamSplitByColor(TEAM_WORLD, myPe() % 2, -myPe());
                DistRecords<Cell> cells = cells(2, team)) {
            update(cells, team.myPe());
            checks.that(Arrays.equals(model(team.nPes()), cells.getAll(all())), "elements of a team");
            checks.thrown(IllegalStateException.class, "getRemote", () -> cells.getRemote(0), "getAll");
        }
        barrierAll();
    }

    /** An element with a record in it. */
    record Pair(Cell cell, int number) {
        Pair plus(Pair other) {
            return new Pair(cell.plus(other.cell), number + other.number);
        }
    }

    /** A call that is refused on one PE changes nothing, and takes no part in anything: the next one is in step. */
    @Case(
            pes = {1, 2, 3},
            profile = Profile.JSHMEM)
    void distributedRecordsRefuseNull(Checks checks) {
        final Class<NullPointerException> isNull = NullPointerException.class;
        final Pair good = new Pair(Cell.of(2), 1);
        final Pair bad = new Pair(null, 7);
        final long[] two = {0, 1};
        try (DistRecords<Pair> pairs = DistRecords.cyclic(TEAM_WORLD, Pair.class, 4L * nPes())) {
            pairs.setAll(index -> good);
            for (Pair second : new Pair[] {null, bad}) {
                final Pair before = pairs.getLocal(0);
                checks.thrown(isNull, "setLocal", () -> pairs.setLocal(0, second));
                checks.equal(before, pairs.getLocal(0), "an element that was not set");
                if (myPe() == nPes() - 1) {
                    checks.thrown(
                            isNull, "putAll", () -> pairs.putAll(two, new Pair[] {new Pair(Cell.of(9), 9), second}));
                    checks.thrown(
                            isNull, "updateAll", () -> pairs.updateAll(two, new Pair[] {good, second}, Pair::plus));
                }
                pairs.updateAll(new long[] {myPe()}, new Pair[] {good}, Pair::plus);
                final Pair[] all = pairs.getAll(two);
                checks.equal(second == null ? 2 : 3, all[0].number(), "updates of PE 0");
                checks.equal(nPes() == 1 ? 1 : all[0].number(), all[1].number(), "updates of PE 1");
            }
        }
    }

    /** A record that no array holds. */
    record Wrong(String name) {}

    @Case(
            pes = {1, 2},
            profile = Profile.JSHMEM)
    void distributedRecordsRefuse(Checks checks) {
        final Class<NullPointerException> isNull = NullPointerException.class;
        final Class<IndexOutOfBoundsException> bounds = IndexOutOfBoundsException.class;
        final Class<IllegalStateException> state = IllegalStateException.class;
        checks.thrown(
                IllegalArgumentException.class,
                "type",
                () -> DistRecords.block(TEAM_WORLD, Wrong.class, 1),
                "component name of record");
        checks.thrown(isNull, "team", () -> DistRecords.block(null, Cell.class, 1), "team=null");
        final DistRecords<Cell> cells = cells(0, TEAM_WORLD);
        final Cell[] one = {Cell.of(1)};
        checks.thrown(bounds, "index", () -> cells.putAll(new long[] {LENGTH}, one), "indices[0]=" + LENGTH);
        checks.thrown(bounds, "local", () -> cells.getLocal(LENGTH), "local=" + LENGTH);
        checks.thrown(bounds, "local", () -> cells.setLocal(-1, one[0]), "local=-1");
        checks.thrown(isNull, "value", () -> cells.putAll(new long[1], new Cell[1]), "value=null");
        checks.thrown(isNull, "values", () -> cells.putAll(new long[1], null), "values=null");
        checks.thrown(isNull, "merge", () -> cells.updateAll(new long[1], one, null), "merge=null");
        checks.thrown(
                IllegalArgumentException.class,
                "length",
                () -> cells.updateAll(new long[2], one, Cell::plus),
                "values has length 1, and indices 2");
        cells.close();
        cells.close();
        final Cell[] none = new Cell[0];
        checks.thrown(state, "getLocal", () -> cells.getLocal(0), "getLocal", "closed");
        checks.thrown(state, "setLocal", () -> cells.setLocal(0, one[0]), "setLocal", "closed");
        checks.thrown(state, "forEachLocal", () -> cells.forEachLocal((index, cell) -> {}), "forEachLocal", "closed");
        checks.thrown(state, "setAll", () -> cells.setAll(Cell::of), "setAll", "closed");
        checks.thrown(state, "putAll", () -> cells.putAll(new long[0], none), "putAll", "closed");
        checks.thrown(state, "updateAll", () -> cells.updateAll(new long[0], none, Cell::plus), "updateAll", "closed");
        checks.thrown(state, "getAll", () -> cells.getAll(new long[0]), "getAll", "closed");
        checks.thrown(state, "getRemote", () -> cells.getRemote(0), "getRemote", "closed");
    }
}
