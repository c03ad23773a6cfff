package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** A histogram by an atomic operation for each update; twin of {@code histogram_single.c}. */
final class HistogramSingle implements Program {
    private final int pes = nPes();
    private final long[] indices;
    private final SymmetricLongs counts = callocLongs(Indices.PER_PE);

    HistogramSingle(int updates) {
        indices = Indices.random(updates);
    }

    @Override
    public void pass() {
        for (int i = 0; i < indices.length; i += FlowPrograms.CHUNK) {
            update(i, Math.min(i + FlowPrograms.CHUNK, indices.length));
        }
        barrierAll();
    }

    private void update(int from, int to) {
        for (int i = from; i < to; i++) {
            atomicInc(counts, indices[i] / pes, (int) (indices[i] % pes));
        }
    }

    @Override
    public long check() {
        return Checks.sum(counts);
    }

    @Override
    public void close() {
        free(counts);
    }
}
