package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.flow.DistLongs;

/** An index gather by one call. */
final class GatherBatch implements Program {
    private final long[] indices;
    private final long[] found;
    private final DistLongs table = DistLongs.cyclic(TEAM_WORLD, Indices.range());

    GatherBatch(int reads) {
        indices = Indices.random(reads);
        found = new long[reads];
        table.setAll(Indices::valueAt);
    }

    @Override
    public void pass() {
        table.getAll(indices, found);
    }

    @Override
    public long check() {
        final long sum = Checks.sum(found);
        Arrays.fill(found, 0); // so that the next pass has to find them again
        return sum;
    }

    @Override
    public void close() {
        table.close();
    }
}
