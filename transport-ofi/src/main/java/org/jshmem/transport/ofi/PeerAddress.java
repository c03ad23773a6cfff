package org.jshmem.transport.ofi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a PE tells at {@link WireUp} so that the others can reach it.
 *
 * @param provider name of the provider and version of libfabric, which must be the same on all PEs
 * @param name name of its endpoint
 * @param base address that is added to an offset in its heap; 0 if the provider addresses by offset
 * @param key key of its heap, or of the first region of that
 * @param sharedBase address that is added to an offset in its node's shared heap; 0 if the provider addresses by offset
 * @param heartbeatBase address of its heartbeat word, see {@link Heartbeat}; 0 if the provider addresses by offset
 * @param heartbeatKey key of its heartbeat word
 * @param secret its share of the job's secret; 0 but of the lowest PE of a node
 * @param hasProgressAgent whether it has a progress agent
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PeerAddress(
        String provider,
        byte[] name,
        long base,
        long key,
        long sharedBase,
        long heartbeatBase,
        long heartbeatKey,
        long secret,
        boolean hasProgressAgent) {
    private static final int FIXED_BYTES = 6 * Long.BYTES + 2 * Integer.BYTES + 1;

    byte[] encode() {
        final byte[] text = provider.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(FIXED_BYTES + text.length + name.length)
                .putLong(base)
                .putLong(key)
                .putLong(sharedBase)
                .putLong(heartbeatBase)
                .putLong(heartbeatKey)
                .putLong(secret)
                .put((byte) (hasProgressAgent ? 1 : 0))
                .putInt(text.length)
                .put(text)
                .putInt(name.length)
                .put(name)
                .array();
    }

    static PeerAddress decode(ByteBuffer buffer) {
        final long base = buffer.getLong();
        final long key = buffer.getLong();
        final long sharedBase = buffer.getLong();
        final long heartbeatBase = buffer.getLong();
        final long heartbeatKey = buffer.getLong();
        final long secret = buffer.getLong();
        final boolean hasProgressAgent = buffer.get() != 0;
        final byte[] text = take(buffer);
        final byte[] name = take(buffer);
        return new PeerAddress(
                new String(text, StandardCharsets.UTF_8),
                name,
                base,
                key,
                sharedBase,
                heartbeatBase,
                heartbeatKey,
                secret,
                hasProgressAgent);
    }

    private static byte[] take(ByteBuffer buffer) {
        final byte[] bytes = new byte[buffer.getInt()];
        buffer.get(bytes);
        return bytes;
    }
}
