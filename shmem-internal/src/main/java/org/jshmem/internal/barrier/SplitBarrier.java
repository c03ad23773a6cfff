package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * Barriers of a {@link TeamBarrier} in two steps: a PE arrives, does something else, and asks later whether the others
 * have arrived, or waits for them. Only for teams in which no PE has to pass on the arrival of others while it does
 * something else: those on one node whose PEs read the words of all, or count their arrivals, and those on several
 * nodes whose PEs send their words to all others directly.
 *
 * <p>Each barrier is started and finished before another one of the team is, and {@link TeamBarrier#begin} precedes it,
 * as {@link TeamBarrier#end} follows it. One thread at a time may call, not always the same.
 */
public final class SplitBarrier {
    private final TeamBarrier barrier;
    private final BarrierLines lines;

    /** Null if each PE reads the words of all. */
    private final OutcomeLine outcome;

    private final CentralCounter central;

    /** Null in a team on one node, and on PEs that do not lead their node. */
    private final BarrierRelay relay;

    /** This PE's word. */
    private long word;

    /** Whether this PE was the last to arrive at a counter, and has completed the barrier. */
    private boolean isComplete;

    private int result;

    SplitBarrier(
            TeamBarrier barrier, BarrierLines lines, OutcomeLine outcome, CentralCounter central, BarrierRelay relay) {
        this.barrier = barrier;
        this.lines = lines;
        this.outcome = outcome;
        this.central = central;
        this.relay = relay;
    }

    /**
     * Whether the team has such barriers.
     *
     * @return the same on all PEs
     */
    public boolean isPossible() {
        return outcome == null || central != null || relay != null && relay.isDirect();
    }

    /**
     * Arrives at the next barrier.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param fourth its fourth argument; the others are 0
     */
    public void start(CollectiveCall call, long first, long fourth) {
        barrier.settle();
        word = barrier.arrive(call, first, 0, 0, fourth, 0);
        isComplete = central != null && central.arrive();
        if (isComplete) {
            result = barrier.completeForAll(word, 0);
        } else if (relay != null) {
            relay.collect(); // sends this PE's word
        } else if (central == null) {
            Memory.fullFence(); // before the wake
            barrier.wake();
        }
    }

    /**
     * Whether all PEs have arrived, so that {@link #finish} does not wait.
     *
     * @return true from then on
     */
    public boolean hasEnded() {
        if (relay != null) {
            return relay.advance();
        }
        if (outcome != null) {
            return BarrierLines.lead(Memory.get64Acquire(outcome.word()), barrier.number()) >= 0;
        }
        for (int member = 0; member < lines.size(); member++) {
            if (!lines.hasCome(member, barrier.number())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Waits until all PEs have arrived.
     *
     * @return whether all are calling the same with the same arguments; if not, {@link TeamBarrier#mismatch} lists the
     *     calls
     */
    public boolean finish() {
        return (isComplete ? result : barrier.complete(word, 0)) >= 0;
    }
}
