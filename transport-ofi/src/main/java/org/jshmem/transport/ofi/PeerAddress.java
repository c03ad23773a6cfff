package org.jshmem.transport.ofi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a PE tells all others so that they can reach it.
 *
 * @param provider provider, fabric and version, which have to be the same
 * @param name its endpoint's
 * @param base what is added to an offset in its heap
 * @param key of its heap
 * @param heartbeatBase what is added to 0 for its heartbeat, see {@link Heartbeat}
 * @param heartbeatKey of its heartbeat
 * @param secret its part of the job's secret
 * @param pid its process
 * @param servesItself whether a thread of its own answers messages
 */
@SuppressWarnings("ArrayRecordComponent") // only carried from PE to PE
record PeerAddress(
        String provider,
        byte[] name,
        long base,
        long key,
        long heartbeatBase,
        long heartbeatKey,
        long secret,
        long pid,
        boolean servesItself) {
    private static final int FIXED_BYTES = 6 * Long.BYTES + 2 * Integer.BYTES + 1;

    byte[] encode() {
        final byte[] text = provider.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(FIXED_BYTES + text.length + name.length)
                .putLong(base)
                .putLong(key)
                .putLong(heartbeatBase)
                .putLong(heartbeatKey)
                .putLong(secret)
                .putLong(pid)
                .put((byte) (servesItself ? 1 : 0))
                .putInt(text.length)
                .put(text)
                .putInt(name.length)
                .put(name)
                .array();
    }

    static PeerAddress decode(byte[] bytes) {
        final ByteBuffer buffer = ByteBuffer.wrap(bytes);
        final long base = buffer.getLong();
        final long key = buffer.getLong();
        final long heartbeatBase = buffer.getLong();
        final long heartbeatKey = buffer.getLong();
        final long secret = buffer.getLong();
        final long pid = buffer.getLong();
        final boolean servesItself = buffer.get() != 0;
        final byte[] text = take(buffer);
        final byte[] name = take(buffer);
        return new PeerAddress(
                new String(text, StandardCharsets.UTF_8),
                name,
                base,
                key,
                heartbeatBase,
                heartbeatKey,
                secret,
                pid,
                servesItself);
    }

    private static byte[] take(ByteBuffer buffer) {
        final byte[] bytes = new byte[buffer.getInt()];
        buffer.get(bytes);
        return bytes;
    }
}
