package org.jshmem.flow;

/** The bits of elements as {@code long}, and the least and the largest values of their types. */
final class Raw {
    static final byte LEAST_BYTE = Byte.MIN_VALUE;
    static final short LEAST_SHORT = Short.MIN_VALUE;
    static final int LEAST_INT = Integer.MIN_VALUE;
    static final long LEAST_LONG = Long.MIN_VALUE;
    static final float LEAST_FLOAT = Float.NEGATIVE_INFINITY;
    static final double LEAST_DOUBLE = Double.NEGATIVE_INFINITY;
    static final byte MOST_BYTE = Byte.MAX_VALUE;
    static final short MOST_SHORT = Short.MAX_VALUE;
    static final int MOST_INT = Integer.MAX_VALUE;
    static final long MOST_LONG = Long.MAX_VALUE;
    static final float MOST_FLOAT = Float.POSITIVE_INFINITY;
    static final double MOST_DOUBLE = Double.POSITIVE_INFINITY;

    private Raw() {}

    static long bits(int value) {
        return value;
    }

    static long bits(long value) {
        return value;
    }

    static long bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static byte byteOf(long bits) {
        return (byte) bits;
    }

    static short shortOf(long bits) {
        return (short) bits;
    }

    static int intOf(long bits) {
        return (int) bits;
    }

    static long longOf(long bits) {
        return bits;
    }

    static float floatOf(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double doubleOf(long bits) {
        return Double.longBitsToDouble(bits);
    }
}
