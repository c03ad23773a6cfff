package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.jshmem.ShmemTeam;
import org.jshmem.flow.DistDoubles;
import org.jshmem.flow.DistFloats;
import org.jshmem.flow.DistInts;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.LongFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** Distributed arrays. */
final class DistributedCases {
    private static final int LENGTH = 1003;
    private static final int UPDATES = 5000;

    private static DistLongs longs(int kind, ShmemTeam team, long n) {
        return switch (kind) {
            case 0 -> DistLongs.block(team, n);
            case 1 -> DistLongs.cyclic(team, n);
            default -> DistLongs.blockCyclic(team, n, 7);
        };
    }

    private static long[] indices(int pe, int count) {
        final SplittableRandom random = new SplittableRandom(pe);
        return random.longs(count, 0, LENGTH).toArray();
    }

    @Case(pes = {1, 2, 4, 5})
    void distributedHistogram(Checks checks) {
        for (int kind = 0; kind < 3; kind++) {
            try (DistLongs counts = longs(kind, TEAM_WORLD, LENGTH)) {
                final long[] mine = indices(myPe(), UPDATES);
                counts.addAll(mine, 1);
                try (DistLongs.Updates updates = counts.updates()) {
                    for (long index : mine) {
                        updates.add(index, 10);
                    }
                }
                counts.addAll(mine, Arrays.stream(mine).map(i -> 100 * i).toArray());
                final long[] expected = new long[LENGTH];
                for (int pe = 0; pe < nPes(); pe++) {
                    for (long index : indices(pe, UPDATES)) {
                        expected[(int) index] += 11 + 100 * index;
                    }
                }
                verify(checks, counts, expected, "histogram " + kind);
            }
        }
    }

    private static void verify(Checks checks, DistLongs array, long[] expected, String what) {
        final long[] seen = new long[1];
        array.forEachLocal((index, value) -> {
            seen[0]++;
            if (value != expected[(int) index]) {
                checks.fail(what + ": element " + index + " is " + value + ", not " + expected[(int) index]);
            }
        });
        checks.equal(array.local().length(), seen[0], what + ": own elements");
        final long[] all = new long[expected.length];
        Arrays.setAll(all, i -> i);
        checks.that(Arrays.equals(expected, array.getAll(all)), what + ": getAll");
        final long[] gathered = array.gather(nPes() - 1);
        checks.that(myPe() == nPes() - 1 ? Arrays.equals(expected, gathered) : gathered == null, what + ": gather");
        checks.equal(Arrays.stream(expected).sum(), array.sum(), what + ": sum");
        checks.equal(Arrays.stream(expected).max().orElseThrow(), array.max(), what + ": max");
        checks.equal(Arrays.stream(expected).min().orElseThrow(), array.min(), what + ": min");
    }

    @Case(pes = {1, 2, 4})
    void distributedUpdates(Checks checks) {
        try (DistInts array = DistInts.cyclic(TEAM_WORLD, LENGTH)) {
            final long[] all = new long[LENGTH];
            Arrays.setAll(all, i -> i);
            final long[] none = new long[0];
            final boolean isFirst = myPe() == 0;
            array.fill(12);
            array.orAll(isFirst ? all : none, 3);
            array.orAll(isFirst ? all : none, 5);
            check(checks, array, i -> 15, "or");
            array.andAll(isFirst ? all : none, 9);
            check(checks, array, i -> 9, "and");
            array.xorAll(isFirst ? all : none, 1);
            check(checks, array, i -> 8, "xor");
            array.maxAll(all, 20 + myPe());
            check(checks, array, i -> 19 + nPes(), "max");
            array.minAll(all, -myPe());
            check(checks, array, i -> 1 - nPes(), "min");
            array.setAll(i -> (int) i);
            check(checks, array, i -> i, "set");
            final int[] values = new int[LENGTH];
            Arrays.setAll(values, i -> 7 * i);
            array.putAll(isFirst ? all : none, isFirst ? values : new int[0]);
            check(checks, array, i -> 7 * i, "put");
        }
    }

    /** Each PE adds a value of its own, and then another one; all see the sums when the call, or the block, ends. */
    @Case(pes = {1, 2, 4})
    void distributedAddends(Checks checks) {
        final int pes = nPes();
        final int ofAll = pes * (pes + 1) / 2;
        try (DistInts array = DistInts.blockCyclic(TEAM_WORLD, LENGTH, 4)) {
            final long[] all = new long[LENGTH];
            Arrays.setAll(all, i -> i);
            array.addAll(all, 1 + myPe());
            check(checks, array, i -> ofAll, "values of PEs");
            array.addAll(all, 10);
            array.addAll(all, 1000);
            check(checks, array, i -> ofAll + 1010 * pes, "the same values");
            try (DistInts.Updates updates = array.updates()) {
                for (int i = 0; i < LENGTH; i++) {
                    updates.add(i, i);
                    updates.min(LENGTH - 1 - i, Integer.MAX_VALUE);
                }
            }
            check(checks, array, i -> ofAll + (1010 + i) * pes, "updates of a block");
        }
    }

    /** PEs store their elements at different times; a read of all comes after the stores and before the next. */
    @Case(pes = {2, 4, 5})
    void distributedReadsBetweenStores(Checks checks) {
        final SplittableRandom random = new SplittableRandom(myPe());
        try (DistLongs array = DistLongs.cyclic(TEAM_WORLD, LENGTH)) {
            final long[] all = new long[LENGTH];
            Arrays.setAll(all, i -> i);
            long wrong = 0;
            for (int round = 1; round <= 50; round++) {
                if (random.nextInt(4) == 0) {
                    LockSupport.parkNanos(random.nextInt(2_000_000));
                }
                array.local().fill(round);
                for (long value : array.getAll(random.nextInt(3) == 0 ? new long[0] : all)) {
                    wrong += value == round ? 0 : 1;
                }
            }
            checks.equal(0, wrong, "elements of another round");
        }
    }

    /** What an element has to be. */
    private interface Expected {
        int of(int index);
    }

    private static void check(Checks checks, DistInts array, Expected expected, String what) {
        final long[] count = new long[2];
        array.forEachLocal((index, value) -> {
            count[0]++;
            count[1] += value == expected.of((int) index) ? 1 : 0;
        });
        checks.equal(count[0], count[1], what);
        barrierAll();
    }

    @Case(pes = {1, 2, 4})
    void distributedFetches(Checks checks) {
        try (DistLongs array = DistLongs.block(TEAM_WORLD, LENGTH)) {
            final long[] one = new long[UPDATES];
            Arrays.fill(one, LENGTH / 2);
            final long[] before = array.fetchAddAll(one, 1);
            boolean isAscending = true;
            for (int i = 1; i < before.length; i++) {
                isAscending &= before[i - 1] < before[i];
            }
            checks.that(isAscending, "fetchAddAll: order of a PE");
            final long sum = TEAM_WORLD.sumReduce(Arrays.stream(before).sum());
            final long count = UPDATES * (long) nPes();
            checks.equal(count * (count - 1) / 2, sum, "fetchAddAll: each value once");
            final long[] seen = array.compareSwapAll(new long[] {LENGTH / 2, 0}, count, -1 - myPe());
            checks.equal(0, seen[1], "compareSwapAll of another value");
            checks.equal(1, TEAM_WORLD.sumReduce(seen[0] == count ? 1L : 0L), "compareSwapAll: one PE wins");
            final long[] now = array.getAll(new long[] {LENGTH / 2, 0});
            checks.that(now[0] < 0 && now[0] >= -nPes() && now[1] == 0, "after compareSwapAll");
            final long[] mine = {100 + myPe(), 200 + myPe()};
            final long[] swapped = array.compareSwapAll(mine, 0, new long[] {7, 8});
            checks.that(swapped[0] == 0 && swapped[1] == 0, "compareSwapAll, each by its own value");
            final long[] added = array.fetchAddAll(mine, new long[] {10, 20});
            checks.that(added[0] == 7 && added[1] == 8, "fetchAddAll, each by its own value");
            final long[] sums = array.getAll(mine);
            checks.that(sums[0] == 17 && sums[1] == 28, "after fetchAddAll");
            final long remote = array.getRemote(LENGTH / 2);
            checks.equal(now[0], remote, "getRemote");
            barrierAll();
        }
    }

    @Case(pes = {1, 2, 4})
    void distributedSort(Checks checks) {
        final long[] lengths = {0, 1, LENGTH, 20_000};
        for (long n : lengths) {
            try (DistLongs array = DistLongs.blockCyclic(TEAM_WORLD, n, 5);
                    DistDoubles floating = DistDoubles.block(TEAM_WORLD, n)) {
                array.setAll(i -> (i * 0x9E37_79B9_7F4A_7C15L) >> (n == LENGTH ? 60 : 3));
                floating.setAll(i -> Math.sin((double) i) * n);
                final long[] expected = array.gather(0);
                final double[] expectedFloating = floating.gather(0);
                array.sort();
                floating.sort();
                final long[] sorted = array.gather(0);
                final double[] sortedFloating = floating.gather(0);
                if (myPe() == 0) {
                    Arrays.sort(expected);
                    Arrays.sort(expectedFloating);
                }
                checks.that(Arrays.equals(expected, sorted), "sorted " + n);
                checks.that(Arrays.equals(expectedFloating, sortedFloating), "sorted " + n + " of double");
            }
        }
    }

    /** One PE sorts almost all elements. */
    @Case(pes = {2, 4})
    void distributedSortOfEqualElements(Checks checks) {
        try (DistLongs array = DistLongs.cyclic(TEAM_WORLD, LENGTH)) {
            array.setAll(i -> i % 100 == 0 ? i : 7);
            final long[] expected = array.gather(0);
            array.sort();
            final long[] sorted = array.gather(0);
            if (myPe() == 0) {
                Arrays.sort(expected);
            }
            checks.that(Arrays.equals(expected, sorted), "sorted");
        }
    }

    @Case(pes = {1, 2, 4})
    void distributedCopies(Checks checks) {
        try (DistFloats array = DistFloats.block(TEAM_WORLD, LENGTH);
                DistFloats other = DistFloats.blockCyclic(TEAM_WORLD, LENGTH, 3)) {
            array.setAll(i -> i * 0.5f);
            array.copyTo(other);
            final float[] all = other.gather(0);
            boolean isEqual = true;
            for (int i = 0; myPe() == 0 && i < LENGTH; i++) {
                isEqual &= all[i] == i * 0.5f;
            }
            checks.that(isEqual, "copyTo");
            boolean fits = true;
            for (long i = 0; i < other.local().length(); i++) {
                final long index = other.globalIndex(i);
                fits &= other.owner(index) == myPe() && other.localIndex(index) == i;
            }
            checks.that(fits, "globalIndex, owner and localIndex");
        }
    }

    @Case(
            pes = {2, 4},
            atLeast = 2)
    void distributedOverATeam(Checks checks) {
        try (ShmemTeam team = teamSplitByColor(TEAM_WORLD, myPe() % 2, -myPe());
                DistLongs array = DistLongs.cyclic(team, LENGTH)) {
            final long[] mine = indices(team.myPe(), UPDATES);
            array.addAll(mine, 1 + myPe() % 2);
            final long[] values = array.getAll(mine);
            final long[] expected = new long[LENGTH];
            for (int pe = 0; pe < team.nPes(); pe++) {
                for (long index : indices(pe, UPDATES)) {
                    expected[(int) index] += 1 + myPe() % 2;
                }
            }
            boolean isEqual = true;
            for (int i = 0; i < mine.length; i++) {
                isEqual &= values[i] == expected[(int) mine[i]];
            }
            checks.that(isEqual, "values of a team");
        }
        barrierAll();
    }

    @Case(
            pes = {1, 3},
            profile = Profile.JSHMEM)
    void distributedRefuses(Checks checks) {
        final Class<IndexOutOfBoundsException> bounds = IndexOutOfBoundsException.class;
        final Class<IllegalStateException> state = IllegalStateException.class;
        checks.thrown(IllegalArgumentException.class, "n", () -> DistLongs.block(TEAM_WORLD, -1), "n=-1");
        checks.thrown(IllegalArgumentException.class, "k", () -> DistLongs.blockCyclic(TEAM_WORLD, 1, 0), "k=0");
        final Class<IllegalArgumentException> argument = IllegalArgumentException.class;
        if (nPes() > 1) {
            final long k = 3L << 30;
            checks.thrown(
                    argument, "k", () -> DistLongs.blockCyclic(TEAM_WORLD, 4L << 30, k), "k=" + k + " is too much");
        }
        for (long most : new long[] {Long.MAX_VALUE, 1L << 62, (1L << 62) / 3 * 2 + 1}) {
            checks.thrown(argument, "n", () -> DistLongs.block(TEAM_WORLD, most), "n=" + most + " is too much for");
            checks.thrown(argument, "n", () -> DistLongs.blockCyclic(TEAM_WORLD, most, most), "is too much for");
            checks.thrown(argument, "n", () -> DistLongs.cyclic(TEAM_WORLD, most), "is too much for");
        }
        final DistLongs array = DistLongs.block(TEAM_WORLD, 10);
        checks.thrown(bounds, "index", () -> array.addAll(new long[] {3, 10}, 1), "indices[1]=10");
        checks.thrown(bounds, "index", () -> array.getAll(new long[] {-1}), "indices[0]=-1");
        checks.thrown(bounds, "owner", () -> array.owner(10), "index=10");
        checks.thrown(
                IllegalArgumentException.class,
                "values",
                () -> array.putAll(new long[2], new long[3]),
                "values has length 3, and indices 2");
        checks.thrown(NullPointerException.class, "indices", () -> array.getAll(null), "indices=null");
        try (DistLongs.Updates updates = array.updates()) {
            checks.thrown(state, "sum", array::sum, "updates()");
            checks.thrown(state, "getAll", () -> array.getAll(new long[1]), "updates()");
            checks.thrown(bounds, "add", () -> updates.add(10, 1), "index=10");
        }
        checks.equal(0, array.sum(), "nothing was updated");
        array.close();
        array.close();
        checks.thrown(state, "sum", array::sum, "closed");
    }

    /** The report names the line of the program, and not one of the library. */
    @Case(
            alone = true,
            pes = {2},
            atLeast = 2,
            profile = Profile.JSHMEM,
            status = 1,
            says = {"different collectives", "at DistributedCases.distributedArrayOfOnePe(DistributedCases.java:"},
            on = {Transport.SHR, Transport.CMA, Transport.OFI})
    void distributedArrayOfOnePe(Checks checks) {
        init();
        checks.that(true, "the job ends");
        checks.vote();
        if (myPe() == 0) {
            DistLongs.cyclic(TEAM_WORLD, LENGTH).close();
        } else {
            barrierAll();
        }
    }

    /** One PE has much to update in one array while another already reads a second one. */
    @Case(
            pes = {2, 4},
            atLeast = 2)
    void distributedSideBySide(Checks checks) {
        final int many = 100_000;
        try (DistLongs first = DistLongs.block(TEAM_WORLD, nPes());
                DistInts second = DistInts.cyclic(TEAM_WORLD, LENGTH)) {
            second.setAll(i -> (int) i);
            final int[] values;
            final long sum;
            try (DistLongs.Updates updates = first.updates()) {
                for (int i = 0; myPe() == nPes() - 1 && i < many; i++) {
                    updates.add(0, 1);
                }
                values = second.getAll(new long[] {3, LENGTH - 1});
                second.addAll(new long[] {5}, 1);
                sum = second.sum();
                second.fetchAddAll(new long[] {7}, 1);
            }
            checks.equal(3, values[0], "element 3");
            checks.equal(LENGTH - 1, values[1], "the last element");
            checks.equal((LENGTH - 1) * LENGTH / 2 + nPes(), sum, "sum");
            checks.equal(many, first.sum(), "updates of the first array");
        }
    }

    /** A PE's own elements are its own until it calls what updates them, though others have called that before. */
    @Case(
            pes = {2, 4},
            atLeast = 2)
    void distributedUpdatesWaitForTheOwner(Checks checks) {
        final long[] all = LongStream.range(0, LENGTH).toArray();
        final long[] values = new long[LENGTH];
        Arrays.fill(values, 3);
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (_, _) -> {});
                DistLongs array = DistLongs.cyclic(TEAM_WORLD, LENGTH);
                DistLongs other = DistLongs.block(TEAM_WORLD, LENGTH)) {
            final List<Runnable> calls = List.of(
                    () -> array.putAll(all, values),
                    () -> array.maxAll(all, 3),
                    () -> array.addAll(all, values),
                    () -> {
                        try (DistLongs.Updates updates = array.updates()) {
                            updates.add(1, 1);
                        }
                    },
                    () -> other.copyTo(array));
            other.fill(3);
            for (Runnable call : calls) {
                array.fill(0);
                if (myPe() != 0) {
                    final long start = System.nanoTime();
                    while (System.nanoTime() - start < 5_000_000) {
                        flow.progress();
                    }
                    checks.equal(0, array.localStream().sum(), "of call " + calls.indexOf(call));
                }
                call.run();
            }
        }
    }
}
