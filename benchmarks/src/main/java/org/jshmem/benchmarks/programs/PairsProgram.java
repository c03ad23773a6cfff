package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.flow.Flow;

/** Records of 16 bytes whose handler adds to an element of a table; the first pass makes the flow. */
final class PairsProgram implements Program {
    /** What is added, and where. */
    record Pair(long place, double weight) {}

    private final double[] table = new double[Indices.PER_PE];
    private final int[] targets;
    private final long[] places;
    private Flow<Pair> flow;

    PairsProgram(int records) {
        final int pes = nPes();
        targets = new int[records];
        places = Indices.random(records);
        for (int i = 0; i < records; i++) {
            targets[i] = (int) (places[i] % pes);
            places[i] /= pes;
        }
    }

    @Override
    public void pass() {
        if (flow == null) {
            flow = Flow.of(TEAM_WORLD, Pair.class, (from, pair) -> table[(int) pair.place()] += pair.weight());
        }
        for (int i = 0; i < targets.length; i += FlowPrograms.CHUNK) {
            send(i, Math.min(i + FlowPrograms.CHUNK, targets.length));
        }
        flow.drain();
    }

    private void send(int from, int to) {
        for (int i = from; i < to; i++) {
            flow.send(targets[i], new Pair(places[i], 1));
        }
    }

    @Override
    public long check() {
        long sum = 0;
        for (double value : table) {
            sum = sum * 31 + (long) value;
        }
        return sum;
    }

    @Override
    public void close() {
        flow.close();
    }
}
