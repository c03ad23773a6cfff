package org.jshmem.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the wire format of protocol buffers into memory: fields of a message, and messages in it. The few messages
 * that a trace needs do not justify generated classes and a library in the class path of every PE.
 */
final class ProtoWriter {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int TYPE_BITS = 3;
    private static final int LOW = 0x7f;
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    /** A message in another one has a length of so many bytes, so that it can be written before the length is known. */
    private static final int LENGTH_BYTES = 4;

    private static final int FIRST = 1 << 12;

    private byte[] bytes = new byte[FIRST];
    private int size;

    private void put(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~LOW) != 0) {
            put((int) rest & LOW | MORE);
            rest >>>= BITS;
        }
        put((int) rest);
    }

    private void tag(int field, int type) {
        varint((long) field << TYPE_BITS | type);
    }

    ProtoWriter number(int field, long value) {
        tag(field, VARINT);
        varint(value);
        return this;
    }

    ProtoWriter fixed(int field, long value) {
        tag(field, FIXED64);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            put((int) (value >>> shift));
        }
        return this;
    }

    ProtoWriter real(int field, double value) {
        return fixed(field, Double.doubleToRawLongBits(value));
    }

    ProtoWriter text(int field, String text) {
        final byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        tag(field, BYTES);
        varint(encoded.length);
        for (byte one : encoded) {
            put(one);
        }
        return this;
    }

    /** Begins a message in this one; returns what {@link #end} needs. */
    int begin(int field) {
        tag(field, BYTES);
        for (int i = 0; i < LENGTH_BYTES; i++) {
            put(0);
        }
        return size;
    }

    void end(int begin) {
        int length = size - begin;
        for (int i = LENGTH_BYTES; i > 0; i--) {
            bytes[begin - i] = (byte) (i == 1 ? length : length & LOW | MORE);
            length >>>= BITS;
        }
    }

    int size() {
        return size;
    }

    /** The bytes, of which the first {@link #size} are written. */
    byte[] bytes() {
        return bytes;
    }

    void clear() {
        size = 0;
    }
}
