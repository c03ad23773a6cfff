package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricFloats;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.SymmetricShorts;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.data.Numbers;
import org.jshmem.tck.team.TeamSet;

/**
 * Random collectives on random teams, of random types and sizes up to 1 MiB, against a serial reference. The seed is
 * printed; {@code JSHMEM_TCK_RANDOM_SEED} repeats it.
 */
final class RandomCollectiveCases {
    private static final int MOST_BYTES = 1 << 20;
    private static final int LARGE_ONE_IN = 12;
    private static final int TEAMS = 12;
    private static final int CALLS = 25;

    private final SymmetricBytes bytes = mallocBytes((long) MOST_BYTES * (nPes() + 1));
    private final SymmetricShorts shorts = mallocShorts(bytes.length() / Short.BYTES);
    private final SymmetricInts ints = mallocInts(bytes.length() / Integer.BYTES);
    private final SymmetricLongs longs = mallocLongs(bytes.length() / Long.BYTES);
    private final SymmetricFloats floats = mallocFloats(bytes.length() / Float.BYTES);
    private final SymmetricDoubles doubles = mallocDoubles(bytes.length() / Double.BYTES);

    @Case(
            seconds = 240,
            each = {"2", "3", "5"},
            pes = 5)
    void randomCollectives(Checks checks) {
        final SymmetricLongs agreed = mallocLongs(2);
        final String given = System.getenv("JSHMEM_TCK_RANDOM_SEED");
        agreed.set(0, given == null ? System.nanoTime() : Long.parseLong(given));
        barrierAll();
        broadcast(TEAM_WORLD, agreed.at(1), agreed, 1, 0);
        final long seed = agreed.get(1);
        if (myPe() == 0) {
            System.out.println("random collectives, seed " + seed + ", repeat by JSHMEM_TCK_RANDOM_SEED=" + seed);
        }
        final int pes = Math.min(nPes(), Integer.parseInt(checks.each()));
        try (ShmemTeam parent = teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, pes)) {
            final SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; parent != null && i < TEAMS; i++) {
                onTeam(checks, parent, random, seed);
            }
        }
        barrierAll();
        checks.equal(seed, agreed.get(1), "the seed, beside what all calls have written");
        free(agreed);
        free(doubles);
        free(floats);
        free(longs);
        free(ints);
        free(shorts);
        free(bytes);
    }

    /** All PEs of the parent draw the same numbers, whether they are in the team or not. */
    private void onTeam(Checks checks, ShmemTeam parent, SplittableRandom random, long seed) {
        final int start = random.nextInt(parent.nPes());
        final int towards = random.nextInt(parent.nPes());
        final int size = Math.abs(towards - start) + 1;
        final SplittableRandom calls = random.split();
        try (ShmemTeam team = parent.splitStrided(start, Integer.signum(towards - start), size)) {
            for (int i = 0; team != null && i < CALLS; i++) {
                final int type = calls.nextInt(6);
                final int operation = calls.nextInt(9);
                final int elementBytes = new int[] {1, 2, 4, 8, 4, 8}[type];
                final int largest = calls.nextInt(LARGE_ONE_IN) == 0 ? MOST_BYTES : 1 << calls.nextInt(18);
                final int nelems = calls.nextInt(largest / elementBytes / (operation >= 7 ? team.nPes() : 1) + 1);
                final int root = calls.nextInt(team.nPes());
                final boolean inPlace = calls.nextBoolean() && operation >= 1 && operation <= 4;
                one(checks, team, type, operation, nelems, root, inPlace, i, seed);
            }
        }
    }

    private void one(
            Checks checks,
            ShmemTeam team,
            int type,
            int operation,
            int nelems,
            int root,
            boolean inPlace,
            int round,
            long seed) {
        final int blocks = operation == 8 ? team.nPes() : 1;
        final long place = inPlace ? 0 : (long) MOST_BYTES / elementBytes(type) * nPes();
        final long sourceAt = operation == 8 ? MOST_BYTES / elementBytes(type) : place;
        for (long i = 0; i < (long) nelems * blocks; i++) {
            set(type, sourceAt + i, Numbers.small(myPe() + round, i));
        }
        team.sync();
        call(team, type, operation, sourceAt, nelems, root);
        final long all = results(team, operation, nelems);
        for (long i = 0; i < all; i += 1 + i / 64) {
            final int expected = expected(team, operation, nelems, root, round, i);
            final int actual = get(type, i);
            final int wrapped = type == 0 ? (byte) expected : expected;
            if (actual != wrapped) {
                checks.fail("seed " + seed + ", operation " + operation + ", type " + type + ", " + nelems
                        + " elements, team of " + team.nPes() + ", root " + root + (inPlace ? ", in place" : "")
                        + ": element " + i + " is " + actual + ", not " + wrapped);
                break;
            }
        }
        checks.that(true, "compared");
        team.sync();
    }

    private static int elementBytes(int type) {
        return new int[] {1, 2, 4, 8, 4, 8}[type];
    }

    private static int share(int nelems, int pe) {
        return pe % 2 == 0 ? nelems : nelems / 3;
    }

    private static long results(ShmemTeam team, int operation, int nelems) {
        long all = 0;
        for (int pe = 0; pe < team.nPes(); pe++) {
            all += operation == 6 ? share(nelems, pe) : operation >= 7 ? nelems : 0;
        }
        return operation >= 6 ? all : nelems;
    }

    /** The reference, one element at a time. */
    private static int expected(ShmemTeam team, int operation, int nelems, int root, int round, long index) {
        return switch (operation) {
            case 0 -> number(team, root, round, index);
            case 1, 2, 3 -> combined(team, operation, team.nPes(), round, index);
            case 4 -> combined(team, 1, team.myPe() + 1, round, index);
            case 5 -> combined(team, 1, team.myPe(), round, index);
            case 6 -> collected(team, nelems, round, index);
            case 7 -> number(team, (int) (index / nelems), round, index % nelems);
            default -> number(team, (int) (index / nelems), round, (long) team.myPe() * nelems + index % nelems);
        };
    }

    private static int combined(ShmemTeam team, int operation, int pes, int round, long index) {
        int result = pes == 0 ? 0 : number(team, 0, round, index);
        for (int pe = 1; pe < pes; pe++) {
            final int value = number(team, pe, round, index);
            result = operation == 1
                    ? result + value
                    : operation == 2 ? Math.max(result, value) : Math.min(result, value);
        }
        return result;
    }

    private static int collected(ShmemTeam team, int nelems, int round, long index) {
        long at = index;
        int pe = 0;
        while (at >= share(nelems, pe)) {
            at -= share(nelems, pe);
            pe++;
        }
        return number(team, pe, round, at);
    }

    private static int number(ShmemTeam team, int pe, int round, long index) {
        return Numbers.small(TeamSet.world(team, pe) + round, index);
    }

    private void set(int type, long index, int value) {
        switch (type) {
            case 0 -> bytes.set(index, (byte) value);
            case 1 -> shorts.set(index, (short) value);
            case 2 -> ints.set(index, value);
            case 3 -> longs.set(index, value);
            case 4 -> floats.set(index, value);
            default -> doubles.set(index, value);
        }
    }

    private int get(int type, long index) {
        return switch (type) {
            case 0 -> bytes.get(index);
            case 1 -> shorts.get(index);
            case 2 -> ints.get(index);
            case 3 -> (int) longs.get(index);
            case 4 -> (int) floats.get(index);
            default -> (int) doubles.get(index);
        };
    }

    private void call(ShmemTeam team, int type, int operation, long sourceAt, int nelems, int root) {
        switch (type) {
            case 0 ->
                RandomCalls.call(team, operation, bytes, bytes.at(sourceAt), nelems, share(nelems, team.myPe()), root);
            case 1 ->
                RandomCalls.call(
                        team, operation, shorts, shorts.at(sourceAt), nelems, share(nelems, team.myPe()), root);
            case 2 ->
                RandomCalls.call(team, operation, ints, ints.at(sourceAt), nelems, share(nelems, team.myPe()), root);
            case 3 ->
                RandomCalls.call(team, operation, longs, longs.at(sourceAt), nelems, share(nelems, team.myPe()), root);
            case 4 ->
                RandomCalls.call(
                        team, operation, floats, floats.at(sourceAt), nelems, share(nelems, team.myPe()), root);
            default ->
                RandomCalls.call(
                        team, operation, doubles, doubles.at(sourceAt), nelems, share(nelems, team.myPe()), root);
        }
    }
}
