package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;

/**
 * A random permutation, made by throwing darts: every PE throws its numbers at random slots of a table that is spread
 * over all PEs and has about twice as many slots as there are numbers. Each slot keeps the first number that hits it;
 * the order of the numbers in the table is the permutation. Follows {@code randperm} of bale.
 *
 * <p>A dart that hits a full slot is not returned to its sender: the handler throws it again from where it is, and the
 * flow ends only when the last dart sticks. Which of two darts comes first depends on time, so every run makes another
 * permutation. The check counts how often each number occurs.
 */
public final class RandomPermutation {
    private static final long DEFAULT_LENGTH = 500_000;
    private static final long SEED = 1;
    private static final int SLOTS_PER_NUMBER = 2;
    private static final long FREE = -1;

    private final long length;
    private final SplittableRandom random;
    private final long[] slots;
    private final Flow<Dart> darts;

    /** A number on its way to a slot of a PE. */
    record Dart(int slot, long number) {}

    private RandomPermutation(long length, long seed) {
        this.length = length;
        this.random = new SplittableRandom(seed * nPes() + myPe());
        this.slots = new long[Math.toIntExact(SLOTS_PER_NUMBER * Math.ceilDiv(length, nPes()))];
        Arrays.fill(slots, FREE);
        this.darts = Flow.of(TEAM_WORLD, Dart.class, (from, dart) -> land(dart));
    }

    /**
     * Runs the program.
     *
     * @param args the length of the permutation
     */
    public static void main(String[] args) {
        final long length = args.length > 0 ? Long.parseLong(args[0]) : DEFAULT_LENGTH;
        try (var _ = init()) {
            barrierAll();
            final long start = System.nanoTime();
            try (DistLongs permutation = of(length, SEED)) {
                final double seconds = (System.nanoTime() - start) / 1e9;
                verify(permutation);
                if (myPe() == 0) {
                    System.out.printf(Locale.ROOT, "Permuted %d numbers in %.3f s%n", length, seconds);
                }
            }
        }
    }

    /**
     * Makes a random permutation of the numbers from 0; collective.
     *
     * @param length how many numbers
     * @param seed other seeds make other permutations; the same seed does not always make the same
     * @return the numbers, distributed cyclically; the caller closes it
     */
    static DistLongs of(long length, long seed) {
        final RandomPermutation permutation = new RandomPermutation(length, seed);
        permutation.throwAll();
        return permutation.collect();
    }

    private void throwAll() {
        try (darts) {
            for (long number = myPe(); number < length; number += nPes()) {
                throwDart(number);
            }
        }
    }

    private void throwDart(long number) {
        darts.send(random.nextInt(nPes()), new Dart(random.nextInt(slots.length), number));
    }

    /** The handler. */
    private void land(Dart dart) {
        if (slots[dart.slot()] == FREE) {
            slots[dart.slot()] = dart.number();
        } else {
            throwDart(dart.number());
        }
    }

    /** Copies the numbers without the free slots between them, those of the first PE first. */
    private DistLongs collect() {
        final long count = Arrays.stream(slots).filter(number -> number != FREE).count();
        final DistLongs permutation = DistLongs.cyclic(TEAM_WORLD, length);
        long place = TEAM_WORLD.sumExscan(count);
        try (DistLongs.Updates updates = permutation.updates()) {
            for (long number : slots) {
                if (number != FREE) {
                    updates.put(place, number);
                    place++;
                }
            }
        }
        return permutation;
    }

    private static void verify(DistLongs permutation) {
        try (DistLongs occurrences = DistLongs.cyclic(TEAM_WORLD, permutation.length())) {
            occurrences.addAll(permutation.local().toArray(), 1);
            final long[] counts = occurrences.local().toArray();
            final long errors =
                    Arrays.stream(counts).filter(count -> count != 1).count();
            final long allErrors = TEAM_WORLD.sumReduce(errors);
            if (allErrors != 0) {
                throw new IllegalStateException(allErrors + " numbers are missing or occur more than once");
            }
        }
    }
}
