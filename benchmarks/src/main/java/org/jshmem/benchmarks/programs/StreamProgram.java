package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** Puts of 64 KiB in a row to one other PE, on another node if there are two, and a quiet. */
final class StreamProgram implements Program {
    private static final int PUT_LONGS = (64 << 10) / Long.BYTES;

    private final SymmetricLongs source = callocLongs(PUT_LONGS);
    private final SymmetricLongs dest = callocLongs(PUT_LONGS);
    private final int partner = Indices.partner();
    private final int puts;
    private long passes;

    /**
     * Collective.
     *
     * @param longs how many numbers a pass sends; rounded up to whole puts
     */
    StreamProgram(int longs) {
        this.puts = Math.ceilDiv(longs, PUT_LONGS);
    }

    @Override
    public void pass() {
        passes++;
        source.set(0, passes);
        for (int i = 0; i < puts; i++) {
            putNbi(dest, source, PUT_LONGS, partner);
        }
        quiet();
    }

    /** Once all PEs have ended the pass; the next one follows when all have ended this. */
    @Override
    public long check() {
        barrierAll();
        final long sum = Checks.sum(dest);
        barrierAll();
        return sum;
    }

    @Override
    public void close() {
        free(dest);
        free(source);
    }
}
