package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.flow.LongFlow;

/**
 * Records of 8 bytes whose handler raises an element of a table. Where each of them goes is computed before; the first
 * pass makes the flow.
 */
final class RecordsProgram implements Program {
    private static final int PE_BITS = 20;
    private static final long PE_MASK = (1L << PE_BITS) - 1;

    private final long[] table = new long[Indices.PER_PE];

    /** Of each record the place in the table, and in the lowest bits the PE. */
    private final long[] targets;

    private LongFlow flow;

    /**
     * Collective.
     *
     * @param across whether all records go to one other PE, on another node if there are two; or else to all at random
     */
    RecordsProgram(int records, boolean across) {
        final int pes = nPes();
        targets = Indices.random(records);
        for (int i = 0; i < records; i++) {
            final long pe = across ? Indices.partner() : targets[i] % pes;
            targets[i] = targets[i] / pes << PE_BITS | pe;
        }
    }

    @Override
    public void pass() {
        if (flow == null) {
            flow = LongFlow.of(TEAM_WORLD, (from, place) -> table[(int) place]++);
        }
        for (int i = 0; i < targets.length; i += FlowPrograms.CHUNK) {
            send(i, Math.min(i + FlowPrograms.CHUNK, targets.length));
        }
        flow.drain();
    }

    private void send(int from, int to) {
        for (int i = from; i < to; i++) {
            flow.send((int) (targets[i] & PE_MASK), targets[i] >>> PE_BITS);
        }
    }

    @Override
    public long check() {
        return Checks.sum(table);
    }

    @Override
    public void close() {
        flow.close();
    }
}
