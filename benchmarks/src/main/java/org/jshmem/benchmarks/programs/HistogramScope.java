package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.flow.DistLongs;

/** A histogram by a scope of updates. */
final class HistogramScope implements Program {
    private final long[] indices;
    private final DistLongs counts = DistLongs.cyclic(TEAM_WORLD, Indices.range());

    HistogramScope(int updates) {
        indices = Indices.random(updates);
    }

    @Override
    public void pass() {
        try (DistLongs.Updates updates = counts.updates()) {
            for (int i = 0; i < indices.length; i += FlowPrograms.CHUNK) {
                update(updates, i, Math.min(i + FlowPrograms.CHUNK, indices.length));
            }
        }
    }

    private void update(DistLongs.Updates updates, int from, int to) {
        for (int i = from; i < to; i++) {
            updates.add(indices[i], 1);
        }
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
