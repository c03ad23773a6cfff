package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;

/**
 * Plays a litmus test in batches of rounds. For a batch the PEs form groups at random, one PE for each role; a group
 * plays all rounds of the batch one after the other, each on words of its own, so that PEs run into one another without
 * anything in between that would order them. Before a round, or before every few, the PEs of a group meet in a spin,
 * and then each waits a few loops more, at random.
 *
 * <p>Between batches there are barriers, and the PE of the first role collects and counts.
 */
final class Rounds implements AutoCloseable {
    private static final int MOST_CELLS = 128;
    private static final int CELL_LONGS = 40_000;
    private static final int REGISTERS = 2;
    private static final int STAMPS = 4;
    private static final int[] DELAYS = {0, 0, 3, 15, 60};
    private static final int[] APART = {1, 1, 1, 8, MOST_CELLS};
    private static final int SPINS = 5_000;
    private static final int CROWDED_SPINS = 40;
    private static final long LIMIT_NS = 40_000_000_000L;

    private final Checks checks;
    private final Litmus.Places places;
    private final List<Integer> registers;
    private final Histogram histogram;
    private final List<String> forbidden;
    private final long seed;
    private final int roles;
    private final int cells;
    private final int cellLongs;
    private final int spins;
    private final int[] order;
    private final SplittableRandom own;
    private final SymmetricLongs words;
    private final SymmetricLongs seen = callocLongs((long) MOST_CELLS * REGISTERS);
    private final SymmetricLongs arrived;
    private final SymmetricLongs stop = callocLongs(1);
    private final long[] read = new long[MOST_CELLS * REGISTERS];
    private final Cell cell;
    private SplittableRandom common;
    private long groupSeed;
    private int batch;
    private int group;
    private int role;

    Rounds(
            Checks checks,
            Litmus.Places places,
            List<Integer> registers,
            Histogram histogram,
            List<String> forbidden,
            long seed) {
        this.checks = checks;
        this.places = places;
        this.registers = registers;
        this.histogram = histogram;
        this.forbidden = forbidden;
        this.seed = seed;
        this.roles = registers.size();
        this.cellLongs = Cell.LINE * (Cell.WORDS + places.block / Cell.LINE);
        this.cells = Math.clamp(CELL_LONGS / cellLongs, 4, MOST_CELLS);
        this.spins = nPes() > Runtime.getRuntime().availableProcessors() ? CROWDED_SPINS : SPINS;
        this.order = new int[nPes()];
        this.own = new SplittableRandom(seed + myPe());
        this.words = callocLongs((long) (nPes() / roles) * cells * cellLongs);
        this.arrived = callocLongs((long) roles * Cell.LINE);
        this.cell = new Cell(words);
    }

    /** A seed that all PEs agree on: that of the environment, or the time. */
    static long commonSeed() {
        final SymmetricLongs box = callocLongs(1);
        if (myPe() == 0) {
            final long seed = Litmus.number("JSHMEM_TCK_LITMUS_SEED", System.nanoTime());
            for (int pe = 0; pe < nPes(); pe++) {
                p(box, seed, pe);
            }
        }
        barrierAll();
        final long seed = box.get();
        free(box);
        return seed;
    }

    /** Plays for a time. Collective. */
    void play(List<Role> program, Role last, long forNs, boolean telling) {
        final long end = System.nanoTime() + forNs;
        while (!over(end)) {
            batch++;
            draw();
            if (role >= 0) {
                playBatch(program.get(role));
            }
            barrierAll();
            if (role == 0) {
                judge(last, telling);
            }
        }
    }

    /** PE 0 looks at its clock for all. */
    private boolean over(long end) {
        if (myPe() == 0) {
            final long word = System.nanoTime() > end ? 1 : 0;
            for (int pe = 0; pe < nPes(); pe++) {
                p(stop, word, pe);
            }
        }
        barrierAll();
        return stop.get() != 0;
    }

    /** Forms the groups of a batch, the same on all PEs, and finds this PE's. */
    private void draw() {
        final SplittableRandom random = new SplittableRandom(seed + 1_000_003L * batch);
        for (int i = 0; i < order.length; i++) {
            final int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        int place = 0;
        while (order[place] != myPe()) {
            place++;
        }
        group = place / roles;
        role = group < order.length / roles ? place % roles : -1;
        groupSeed = random.nextLong() + group;
    }

    private int member(int itsRole) {
        return order[group * roles + itsRole];
    }

    private void playBatch(Role program) {
        final SplittableRandom pace = new SplittableRandom(groupSeed + 1);
        final int apart = APART[pace.nextInt(APART.length)];
        final int delay = DELAYS[pace.nextInt(DELAYS.length)];
        common = new SplittableRandom(groupSeed);
        for (int i = 0; i < cells; i++) {
            move(i);
            if (i % apart == 0) {
                meet((long) batch * MOST_CELLS + i);
            }
            for (int k = delay == 0 ? 0 : own.nextInt(delay); k > 0; k--) {
                Thread.onSpinWait();
            }
            program.play(cell);
            seen.set((long) i * REGISTERS, cell.r0);
            seen.set((long) i * REGISTERS + 1, cell.r1);
        }
    }

    private void move(int i) {
        cell.index = group * cells + i;
        cell.stamp = (long) batch * STAMPS;
        cell.x = (long) cell.index * cellLongs;
        cell.z = cell.x + cellLongs - Cell.LINE;
        cell.y = cell.z - Cell.LINE;
        cell.xPe = home(0);
        cell.yPe = places.together ? cell.xPe : home(1);
        cell.zPe = places.together ? cell.xPe : home(2);
    }

    /** Where a word is: three times of four on a PE of the group, drawn alike by all of it. */
    private int home(int word) {
        if (places.role[word] >= 0) {
            return member(places.role[word]);
        }
        return common.nextInt(4) > 0 ? member(common.nextInt(roles)) : common.nextInt(nPes());
    }

    private void meet(long turn) {
        for (int other = 0; other < roles; other++) {
            if (other != role) {
                p(arrived, (long) role * Cell.LINE, turn, member(other));
            }
        }
        quiet();
        for (int other = 0; other < roles; other++) {
            if (other != role) {
                await((long) other * Cell.LINE, turn);
            }
        }
    }

    private void await(long index, long turn) {
        final long deadline = System.nanoTime() + LIMIT_NS;
        for (int looks = 0; arrived.getAcquire(index) < turn; looks++) {
            if (looks < spins) {
                Thread.onSpinWait();
            } else if (System.nanoTime() < deadline) {
                Thread.yield();
            } else {
                throw new IllegalStateException("waited 40 s for PEs in batch " + batch);
            }
        }
    }

    private void judge(Role last, boolean telling) {
        final int[] outcomes = new int[cells];
        for (int each = 0; each < roles; each++) {
            if (registers.get(each) > 0) {
                get(read, 0, seen, 0, (long) cells * REGISTERS, member(each));
                append(outcomes, registers.get(each));
            }
        }
        if (last != null) {
            common = new SplittableRandom(groupSeed);
            for (int i = 0; i < cells; i++) {
                readLast(last, i);
            }
            append(outcomes, REGISTERS);
        }
        for (int i = 0; i < cells; i++) {
            histogram.add(outcomes[i]);
            if (telling && forbidden.contains(histogram.name(outcomes[i]))) {
                checks.fail("(" + histogram.name(outcomes[i]) + ") in round " + i + " of batch " + batch + " of group "
                        + group);
            }
        }
    }

    private void append(int[] outcomes, int count) {
        for (int i = 0; i < cells; i++) {
            for (int register = 0; register < count; register++) {
                outcomes[i] = outcomes[i] * Histogram.VALUES + cell.outcome(read[i * REGISTERS + register]);
            }
        }
    }

    private void readLast(Role last, int i) {
        move(i);
        last.play(cell);
        read[i * REGISTERS] = cell.r0;
        read[i * REGISTERS + 1] = cell.r1;
    }

    @Override
    public void close() {
        free(stop);
        free(arrived);
        free(seen);
        free(words);
    }
}
