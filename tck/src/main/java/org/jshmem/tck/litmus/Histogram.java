package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricLongs;

/** How often each outcome came, on all PEs together. An outcome is the values of all registers, such as {@code 1 0}. */
final class Histogram implements AutoCloseable {
    /** Values of a register. */
    static final int VALUES = 4;

    private static final int MOST_REGISTERS = 4;

    private final int registers;
    private final SymmetricLongs mine;
    private final long[] all;

    Histogram(int registers) {
        if (registers > MOST_REGISTERS) {
            throw new IllegalArgumentException("registers=" + registers + " are more than " + MOST_REGISTERS);
        }
        this.registers = registers;
        all = new long[(int) Math.round(Math.pow(VALUES, registers))];
        mine = callocLongs(all.length);
    }

    /** Counts an outcome, whose number is the registers' values as digits. */
    void add(int number) {
        mine.set(number, mine.get(number) + 1);
    }

    /** Adds up what all PEs counted, for all of them; without a reduction, which older libraries do not have. */
    void gather() {
        barrierAll();
        final long[] counts = new long[all.length];
        Arrays.fill(all, 0);
        for (int pe = 0; pe < nPes(); pe++) {
            get(counts, mine, counts.length, pe);
            Arrays.setAll(all, i -> all[i] + counts[i]);
        }
        barrierAll();
    }

    long count(String outcome) {
        return all[number(outcome)];
    }

    long total() {
        return Arrays.stream(all).sum();
    }

    private static int number(String outcome) {
        return Integer.parseInt(outcome.replace(" ", ""), VALUES);
    }

    String name(long number) {
        final StringBuilder name = new StringBuilder();
        for (int i = registers - 1; i >= 0; i--) {
            name.append(number >> 2 * i & VALUES - 1).append(i == 0 ? "" : " ");
        }
        return name.toString();
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < all.length; i++) {
            if (all[i] != 0) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append('(')
                        .append(name(i))
                        .append(") ")
                        .append(all[i]);
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        free(mine);
    }
}
