package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** How often each outcome came, on all PEs together. An outcome is the values of all registers, such as {@code 1 0}. */
final class Histogram implements AutoCloseable {
    /** Values of a register. */
    static final int VALUES = 4;

    private static final int MOST_REGISTERS = 4;

    private final int registers;
    private final SymmetricLongs mine;
    private final SymmetricLongs all;

    Histogram(int registers) {
        if (registers > MOST_REGISTERS) {
            throw new IllegalArgumentException("registers=" + registers + " are more than " + MOST_REGISTERS);
        }
        this.registers = registers;
        final long outcomes = Math.round(Math.pow(VALUES, registers));
        mine = callocLongs(outcomes);
        all = callocLongs(outcomes);
    }

    /** Counts an outcome, whose number is the registers' values as digits. */
    void add(int number) {
        mine.set(number, mine.get(number) + 1);
    }

    /** Adds up what all PEs counted, for all of them. */
    void gather() {
        sumReduce(TEAM_WORLD, all, mine, all.length());
    }

    long count(String outcome) {
        return all.get(number(outcome));
    }

    long total() {
        long total = 0;
        for (long i = 0; i < all.length(); i++) {
            total += all.get(i);
        }
        return total;
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
        for (long i = 0; i < all.length(); i++) {
            if (all.get(i) != 0) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append('(')
                        .append(name(i))
                        .append(") ")
                        .append(all.get(i));
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        free(all);
        free(mine);
    }
}
