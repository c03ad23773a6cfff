package org.jshmem.transport.ofi;

/**
 * The updates and scattered puts of a context that their PEs have not acknowledged. Quiet waits for them, and so does
 * fence.
 *
 * <p>A target acknowledges updates in the order in which it executes them ({@link Acknowledgements}), and messages
 * arrive in order. So once n updates are acknowledged, the first n that were sent are complete.
 *
 * <p>An update is counted before it is sent, so that no acknowledgement can arrive before it is counted. Sent updates
 * are counted under the lock of the context's channel, acknowledged ones under the lock of the main channel. Any thread
 * may wait.
 */
final class PendingUpdates {
    private final OfiNetwork network;
    private final Channel channel;

    /** Sent to all PEs. */
    private volatile long sent;

    /** Acknowledged by all PEs. */
    private volatile long acknowledged;

    /** The same by PE. */
    private final UpdateCounts counts;

    PendingUpdates(OfiNetwork network, Channel channel) {
        this.network = network;
        this.channel = channel;
        this.counts = new UpdateCounts(network.pes());
    }

    /** Counts updates that are to be sent to a PE; negative if they were not. Called under the channel's lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void countSent(int pe, int difference) {
        counts.countSent(pe, difference);
        sent += difference;
        channel.countUpdates(difference);
    }

    /** Counts updates that a PE has executed; called under the lock of the main channel. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void countAcknowledged(int pe, long count) {
        counts.countAcknowledged(pe, count);
        acknowledged += count;
        channel.countAcknowledged(count);
    }

    /**
     * Waits for the acknowledgements of one PE after the other: other threads may keep sending updates, so the totals
     * might never be equal. If they are, nothing is missing: updates are counted before they are sent, and the total of
     * acknowledgements is read first.
     */
    void awaitAcknowledged() {
        for (int pe = counts.next(0); acknowledged != sent && pe < counts.pes(); pe = counts.next(pe + 1)) {
            final long number = counts.sent(pe);
            long turn = 0;
            while (counts.acknowledged(pe) < Math.min(number, counts.sent(pe))) { // fewer if one could not be sent
                turn = network.pause(turn, channel, pe, "quiet");
            }
        }
    }
}
