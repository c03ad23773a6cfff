package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import org.jshmem.flow.LongFlow;

/** Records that each PE sends to the next one, and the wait until all have been handled. */
final class FlowLoops {
    private long sum;
    private final LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> sum += value);
    private final int next = (myPe() + 1) % nPes();

    List<Operation> operations() {
        return List.of(new Operation("records of a flow", ALL_PES, List.of(Long.BYTES), this::sendLoop));
    }

    private void sendLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            flow.send(next, i);
        }
        flow.drain();
        Sink.consume(sum);
    }

    /** Collective. */
    void release() {
        flow.close();
    }
}
