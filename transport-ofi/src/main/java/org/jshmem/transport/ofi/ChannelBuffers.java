package org.jshmem.transport.ofi;

/**
 * How much can be under way on one channel.
 *
 * @param operations with the provider
 * @param bounceBuffers how many
 * @param bounceBytes the size of a bounce buffer
 * @param stagingBuffers how many
 * @param stagingBytes the size of a staging buffer
 * @param receives buffers for messages that arrive, on the main channel; all are posted when possible
 * @param sends buffers for messages that are larger than a bounce buffer, on the main channel
 * @param replies that can wait to be sent before more memory is allocated for them, on the main channel
 */
record ChannelBuffers(
        int operations,
        int bounceBuffers,
        int bounceBytes,
        int stagingBuffers,
        long stagingBytes,
        int receives,
        int sends,
        int replies) {
    /** Size of a staging buffer. Four times as much is faster over TCP's loopback, and twice as slow between hosts. */
    static final long STAGING_BYTES = 128 << 10;

    /** The usual limits, with bounce buffers of a given size. */
    static ChannelBuffers of(int bounceBytes) {
        return new ChannelBuffers(1024, 128, bounceBytes, 8, STAGING_BYTES, 64, 64, 64);
    }
}
