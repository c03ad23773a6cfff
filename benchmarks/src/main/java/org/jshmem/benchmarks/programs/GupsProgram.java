package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.examples.AtomicAccess;

/** The example with atomic updates; every second pass undoes the one before. */
final class GupsProgram implements Program {
    private static final int UPDATES_PER_WORD = 4;

    private final long words;
    private final SymmetricLongs table;

    GupsProgram(int log2Words) {
        words = 1L << log2Words;
        table = mallocLongs((words + nPes() - 1) / nPes());
        for (long i = 0; i < table.length(); i++) {
            table.set(i, myPe() * table.length() + i);
        }
        barrierAll();
    }

    @Override
    public void pass() {
        AtomicAccess.updateMyPart(table, words, UPDATES_PER_WORD * words, myPe());
        barrierAll();
    }

    @Override
    public long check() {
        long sum = 0;
        for (long i = 0; i < table.length(); i++) {
            sum += table.get(i) * (2 * i + 1);
        }
        return sum;
    }

    @Override
    public void close() {
        free(table);
    }
}
