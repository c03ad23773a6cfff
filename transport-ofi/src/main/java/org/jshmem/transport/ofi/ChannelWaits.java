package org.jshmem.transport.ofi;

/**
 * Waits on the channel of a context: for the completions of a transfer, for a reply, and for a free staging buffer. A
 * waiting thread polls. Any thread may call.
 */
final class ChannelWaits {
    private final OfiNetwork network;
    private final Channel channel;

    ChannelWaits(OfiNetwork network, Channel channel) {
        this.network = network;
        this.channel = channel;
    }

    /** Waits until no part is pending, and gives the counter back. */
    void await(CompletionCounter counter, int pe, String what) {
        awaitFewer(1, counter, pe, what);
        network.counters().give(counter);
    }

    /** Waits until fewer than {@code parts} parts are pending. */
    void awaitFewer(int parts, CompletionCounter counter, int pe, String what) {
        long turn = 0;
        while (counter.pending() >= parts) {
            turn = network.pause(turn, channel, pe, what);
        }
    }

    /** Waits for a free staging buffer, and takes it. */
    int takeStaging(int pe, String what) {
        long turn = 0;
        int buffer = channel.takeStaging();
        while (buffer < 0) {
            turn = network.pause(turn, channel, pe, what);
            buffer = channel.takeStaging();
        }
        return buffer;
    }
}
