package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.flow.LongFlow;

/** A histogram by a flow, as one writes it without distributed arrays; the first pass makes the flow. */
final class HistogramByHand implements Program {
    private final int pes = nPes();
    private final long[] indices;
    private final SymmetricLongs counts = callocLongs(Indices.PER_PE);
    private LongFlow flow;

    HistogramByHand(int updates) {
        indices = Indices.random(updates);
    }

    @Override
    public void pass() {
        if (flow == null) {
            flow = LongFlow.of(TEAM_WORLD, (from, place) -> counts.set(place, counts.get(place) + 1));
        }
        for (int i = 0; i < indices.length; i += FlowPrograms.CHUNK) {
            send(i, Math.min(i + FlowPrograms.CHUNK, indices.length));
        }
        flow.drain();
    }

    private void send(int from, int to) {
        for (int i = from; i < to; i++) {
            flow.send((int) (indices[i] % pes), indices[i] / pes);
        }
    }

    @Override
    public long check() {
        return Checks.sum(counts);
    }

    @Override
    public void close() {
        flow.close();
        free(counts);
    }
}
