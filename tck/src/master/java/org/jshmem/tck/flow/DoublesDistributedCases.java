package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Spliterator;
import java.util.SplittableRandom;
import org.jshmem.SymmetricDoubles;
import org.jshmem.flow.DistDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Distributed arrays of {@code double}: what differs by the type of the elements. */
@SuppressWarnings("cast") // arithmetic of byte and short
final class DoublesDistributedCases {
    private static final int LENGTH = 307;
    private static final int UPDATES = 2000;

    private static double number(long value) {
        return (double) value;
    }

    private static double element(long index) {
        return (double) (index * 37 - 1000);
    }

    /** Small numbers, whose sums are exact also as floating point. */
    private static double operand(long index) {
        return (double) (index % 5 - 2);
    }

    private static long[] indices(int pe) {
        return new SplittableRandom(pe).longs(UPDATES, 0, LENGTH).toArray();
    }

    private static long[] all() {
        final long[] all = new long[LENGTH];
        Arrays.setAll(all, i -> i);
        return all;
    }

    private static double[] elements() {
        final double[] elements = new double[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            elements[i] = element(i);
        }
        return elements;
    }

    /** What all PEs have added with {@link #operand}. */
    private static void addTo(double[] elements) {
        for (int pe = 0; pe < nPes(); pe++) {
            for (long index : indices(pe)) {
                elements[(int) index] = (double) (elements[(int) index] + operand(index));
            }
        }
    }

    @Case(pes = {1, 2, 4})
    void distributedElements(Checks checks) {
        final double[] expected = elements();
        try (DistDoubles array = DistDoubles.blockCyclic(TEAM_WORLD, LENGTH, 3)) {
            array.setAll(i -> element(i));
            checks.that(Arrays.equals(expected, array.getAll(all())), "setAll and getAll");
            final long[] mine = indices(myPe());
            final double[] values = new double[UPDATES];
            for (int i = 0; i < UPDATES; i++) {
                values[i] = operand(mine[i]);
            }
            array.addAll(mine, values);
            addTo(expected);
            checks.that(Arrays.equals(expected, array.getAll(all())), "addAll, each its own value");
            try (DistDoubles.Updates updates = array.updates()) {
                for (int i = 0; i < UPDATES; i++) {
                    updates.add(mine[i], values[i]);
                }
            }
            addTo(expected);
            checks.that(Arrays.equals(expected, array.getAll(all())), "updates");
            array.addAll(all(), number(3));
            array.addAll(all(), (double) (myPe() + 1));
            final int added = 3 * nPes() + nPes() * (nPes() + 1) / 2;
            for (int i = 0; i < LENGTH; i++) {
                expected[i] = (double) (expected[i] + added);
            }
            checks.that(Arrays.equals(expected, array.getAll(all())), "addAll of one value");
            final double remote = array.getRemote(LENGTH - 1);
            checks.that(remote == expected[LENGTH - 1], "getRemote");
            checkFolds(checks, array, expected);
        }
    }

    private static void checkFolds(Checks checks, DistDoubles array, double[] elements) {
        double sum = 0;
        for (double element : elements) {
            sum += element;
        }
        final double[] sorted = elements.clone();
        Arrays.sort(sorted);
        checks.that(sum == array.sum(), "sum");
        checks.that(sorted[LENGTH - 1] == array.max(), "max");
        checks.that(sorted[0] == array.min(), "min");
        array.maxAll(all(), number(7));
        array.minAll(all(), number(20));
        for (int i = 0; i < LENGTH; i++) {
            elements[i] = (double) Math.min(20, Math.max(7, elements[i]));
        }
        checks.that(Arrays.equals(elements, array.getAll(all())), "maxAll and minAll");
        barrierAll();
    }

    @Case(pes = {1, 3})
    void distributedElementFetches(Checks checks) {
        final double[] expected = elements();
        try (DistDoubles array = DistDoubles.block(TEAM_WORLD, LENGTH)) {
            final long[] none = new long[0];
            final boolean isLast = myPe() == nPes() - 1;
            array.putAll(isLast ? all() : none, isLast ? expected : new double[0]);
            final double[] before = array.fetchAddAll(isLast ? all() : none, number(1));
            checks.that(!isLast || Arrays.equals(expected, before), "fetchAddAll");
            for (int i = 0; i < LENGTH; i++) {
                expected[i] = (double) (expected[i] + 1);
            }
            final double first = expected[0];
            final double[] seen = array.compareSwapAll(isLast ? all() : none, first, element(1));
            checks.that(!isLast || Arrays.equals(expected, seen), "compareSwapAll");
            for (int i = 0; i < LENGTH; i++) {
                expected[i] = expected[i] == first ? element(1) : expected[i];
            }
            final double[] gathered = array.gather(0);
            checks.that(myPe() != 0 || Arrays.equals(expected, gathered), "after compareSwapAll");
        }
    }

    @Case(pes = {1, 2, 4})
    void distributedElementSort(Checks checks) {
        final double[] expected = elements();
        Arrays.sort(expected);
        try (DistDoubles array = DistDoubles.cyclic(TEAM_WORLD, LENGTH);
                DistDoubles copy = DistDoubles.block(TEAM_WORLD, LENGTH)) {
            array.setAll(i -> element(i));
            array.sort();
            array.copyTo(copy);
            final double[] sorted = array.gather(nPes() - 1);
            final double[] copied = copy.gather(0);
            checks.that(myPe() != nPes() - 1 || Arrays.equals(expected, sorted), "sort");
            checks.that(myPe() != 0 || Arrays.equals(expected, copied), "copyTo");
        }
    }

    @Case(pes = {1, 2, 4})
    void distributedLocalStream(Checks checks) {
        try (DistDoubles array = DistDoubles.cyclic(TEAM_WORLD, LENGTH);
                DistDoubles few = DistDoubles.cyclic(TEAM_WORLD, 1)) {
            array.setAll(i -> element(i));
            final SymmetricDoubles local = array.local();
            long sum = 0;
            for (long i = 0; i < local.length(); i++) {
                sum += (long) local.get(i);
            }
            checks.equal(
                    sum,
                    array.localStream()
                            .parallel()
                            .boxed()
                            .mapToLong(Number::longValue)
                            .sum(),
                    "sum of a parallel stream");
            checks.that(
                    Arrays.equals(
                            array.localStream().toArray(),
                            array.localStream().parallel().toArray()),
                    "order of a parallel stream");
            checks.equal(local.length(), array.localStream().count(), "count");
            checks.equal(myPe() == 0 ? 1 : 0, few.localStream().count(), "count of few");
            checkSplit(checks, array.localStream().parallel().spliterator(), local.length());
            try (DistDoubles.Updates updates = array.updates()) {
                updates.add(0, operand(3));
                checks.thrown(IllegalStateException.class, "localStream", array::localStream, "updates()");
            }
        }
    }

    private static void checkSplit(Checks checks, Spliterator<?> whole, long length) {
        final int sized = Spliterator.SIZED | Spliterator.SUBSIZED | Spliterator.ORDERED;
        checks.that(whole.hasCharacteristics(sized), "a stream is sized and ordered");
        checks.equal(length, whole.getExactSizeIfKnown(), "size of a stream");
        final Spliterator<?> first = whole.trySplit();
        checks.that(first != null, "a stream splits");
        checks.equal(length, first.getExactSizeIfKnown() + whole.getExactSizeIfKnown(), "sizes of both parts");
    }
}
