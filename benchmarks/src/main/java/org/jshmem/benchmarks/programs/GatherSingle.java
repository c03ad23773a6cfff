package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricLongs;

/** An index gather by a {@code g} for each element; twin of {@code gather_single.c}. */
final class GatherSingle implements Program {
    private final int pes = nPes();
    private final long[] indices;
    private final long[] found;
    private final SymmetricLongs table = Indices.table();

    GatherSingle(int reads) {
        indices = Indices.random(reads);
        found = new long[reads];
    }

    @Override
    public void pass() {
        for (int i = 0; i < indices.length; i += FlowPrograms.CHUNK) {
            read(i, Math.min(i + FlowPrograms.CHUNK, indices.length));
        }
        barrierAll();
    }

    private void read(int from, int to) {
        for (int i = from; i < to; i++) {
            found[i] = g(table, indices[i] / pes, (int) (indices[i] % pes));
        }
    }

    @Override
    public long check() {
        final long sum = Checks.sum(found);
        Arrays.fill(found, 0); // so that the next pass has to find them again
        return sum;
    }

    @Override
    public void close() {
        free(table);
    }
}
