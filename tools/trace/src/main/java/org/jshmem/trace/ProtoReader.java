package org.jshmem.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads the wire format of protocol buffers: {@link #next} goes from field to field of a message. */
final class ProtoReader {
    private static final int TYPE_BITS = 3;
    private static final int TYPE = 7;
    private static final int LOW = 0x7f;
    private static final int BITS = 7;

    private final ByteBuffer bytes;
    private int type;
    private long number;
    private ByteBuffer content;

    ProtoReader(ByteBuffer bytes) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The number of the next field; 0 at the end of the message. */
    int next() {
        if (!bytes.hasRemaining()) {
            return 0;
        }
        final long tag = varint();
        type = (int) tag & TYPE;
        content = null;
        switch (type) {
            case 0 -> number = varint();
            case 1 -> number = bytes.getLong();
            case 2 -> {
                final int length = Math.toIntExact(varint());
                content = bytes.slice(bytes.position(), length);
                bytes.position(bytes.position() + length);
            }
            case 5 -> number = bytes.getInt();
            default -> throw new IllegalArgumentException("a field has type " + type);
        }
        return (int) (tag >>> TYPE_BITS);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; ; shift += BITS) {
            final byte one = bytes.get();
            value |= (long) (one & LOW) << shift;
            if (one >= 0) {
                return value;
            }
        }
    }

    long number() {
        return number;
    }

    double real() {
        return Double.longBitsToDouble(number);
    }

    String text() {
        return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
    }

    ProtoReader message() {
        return new ProtoReader(content.duplicate());
    }
}
