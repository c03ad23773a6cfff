package org.jshmem;

/** Elements as raw bits and back; NaN patterns survive. */
final class Bits {
    private Bits() {}

    static byte raw(byte value) {
        return value;
    }

    static short raw(short value) {
        return value;
    }

    static int raw(int value) {
        return value;
    }

    static long raw(long value) {
        return value;
    }

    static int raw(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long raw(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static byte toByte(byte bits) {
        return bits;
    }

    static short toShort(short bits) {
        return bits;
    }

    static int toInt(int bits) {
        return bits;
    }

    static long toLong(long bits) {
        return bits;
    }

    static float toFloat(int bits) {
        return Float.intBitsToFloat(bits);
    }

    static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    /** A value from the low bytes of a long. */
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
