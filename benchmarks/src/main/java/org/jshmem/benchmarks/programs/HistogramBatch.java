package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.flow.DistLongs;

/** A histogram by one call. */
final class HistogramBatch implements Program {
    private final long[] indices;
    private final DistLongs counts = DistLongs.cyclic(TEAM_WORLD, Indices.range());

    HistogramBatch(int updates) {
        indices = Indices.random(updates);
    }

    @Override
    public void pass() {
        counts.addAll(indices, 1);
    }

    @Override
    public long check() {
        return Checks.sum(counts.local());
    }

    @Override
    public void close() {
        counts.close();
    }
}
