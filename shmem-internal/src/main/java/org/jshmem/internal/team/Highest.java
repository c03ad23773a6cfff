package org.jshmem.internal.team;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.Contributions;

/** The highest of the first words of all payloads of a barrier. */
final class Highest {
    /** To be set before the barrier. */
    static final BarrierPayloads.Combination WORD = (from, to) -> Memory.put64(to, among(from));

    private Highest() {}

    /** The highest word, after the barrier; the same on all PEs. */
    static long of(BarrierPayloads payloads) {
        final long combined = payloads.combined();
        return combined == 0 ? among(payloads) : Memory.get64(combined);
    }

    private static long among(Contributions words) {
        long highest = Memory.get64(words.of(0));
        for (int i = 1; i < words.count(); i++) {
            highest = Math.max(highest, Memory.get64(words.of(i)));
        }
        return highest;
    }
}
