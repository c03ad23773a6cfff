package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.LongAskFlow;

/**
 * An index gather by questions and answers, as one writes it without distributed arrays; the first pass makes the flow.
 */
final class GatherByHand implements Program {
    private final int pes = nPes();
    private final long[] indices;
    private final long[] found;
    private final SymmetricLongs table = Indices.table();
    private LongAskFlow flow;

    GatherByHand(int reads) {
        indices = Indices.random(reads);
        found = new long[reads];
    }

    @Override
    public void pass() {
        if (flow == null) {
            flow = LongAskFlow.of(
                    TEAM_WORLD, (from, place) -> table.get(place), (token, value) -> found[token] = value);
        }
        for (int i = 0; i < indices.length; i += FlowPrograms.CHUNK) {
            ask(i, Math.min(i + FlowPrograms.CHUNK, indices.length));
        }
        flow.drain();
    }

    private void ask(int from, int to) {
        for (int i = from; i < to; i++) {
            flow.ask((int) (indices[i] % pes), indices[i] / pes, i);
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
        flow.close();
        free(table);
    }
}
