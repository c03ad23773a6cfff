package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;

/**
 * Operations that Java writes differently for each element type, as overloads and constants for the masters. Unsigned
 * comparisons are signed ones with the sign bits flipped, for which the compiler has vector instructions.
 */
final class Scalar {
    static final byte BYTE_ZERO = 0;
    static final short SHORT_ZERO = 0;
    static final int INT_ZERO = 0;
    static final long LONG_ZERO = 0;
    static final float FLOAT_ZERO = 0;
    static final double DOUBLE_ZERO = 0;

    private Scalar() {}

    static byte getByte(long address) {
        return Memory.get8(address);
    }

    static short getShort(long address) {
        return Memory.get16(address);
    }

    static int getInt(long address) {
        return Memory.get32(address);
    }

    static long getLong(long address) {
        return Memory.get64(address);
    }

    static float getFloat(long address) {
        return Float.intBitsToFloat(Memory.get32(address));
    }

    static double getDouble(long address) {
        return Double.longBitsToDouble(Memory.get64(address));
    }

    static void put(long address, byte value) {
        Memory.put8(address, value);
    }

    static void put(long address, short value) {
        Memory.put16(address, value);
    }

    static void put(long address, int value) {
        Memory.put32(address, value);
    }

    static void put(long address, long value) {
        Memory.put64(address, value);
    }

    static void put(long address, float value) {
        Memory.put32(address, Float.floatToRawIntBits(value));
    }

    static void put(long address, double value) {
        Memory.put64(address, Double.doubleToRawLongBits(value));
    }

    static long bits(long value) {
        return value;
    }

    /** Any NaN as the same bits: which of two NaNs a sum is, Java leaves open. */
    static long bits(float value) {
        return Float.floatToIntBits(value);
    }

    static long bits(double value) {
        return Double.doubleToLongBits(value);
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

    static byte max(byte a, byte b) {
        return (byte) Math.max(a, b);
    }

    static byte min(byte a, byte b) {
        return (byte) Math.min(a, b);
    }

    static short max(short a, short b) {
        return (short) Math.max(a, b);
    }

    static short min(short a, short b) {
        return (short) Math.min(a, b);
    }

    static int max(int a, int b) {
        return Math.max(a, b);
    }

    static int min(int a, int b) {
        return Math.min(a, b);
    }

    static long max(long a, long b) {
        return Math.max(a, b);
    }

    static long min(long a, long b) {
        return Math.min(a, b);
    }

    static float max(float a, float b) {
        return Math.max(a, b);
    }

    static float min(float a, float b) {
        return Math.min(a, b);
    }

    static double max(double a, double b) {
        return Math.max(a, b);
    }

    static double min(double a, double b) {
        return Math.min(a, b);
    }

    static byte maxUnsigned(byte a, byte b) {
        return (byte) (Math.max(a ^ Byte.MIN_VALUE, b ^ Byte.MIN_VALUE) ^ Byte.MIN_VALUE);
    }

    static byte minUnsigned(byte a, byte b) {
        return (byte) (Math.min(a ^ Byte.MIN_VALUE, b ^ Byte.MIN_VALUE) ^ Byte.MIN_VALUE);
    }

    static short maxUnsigned(short a, short b) {
        return (short) (Math.max(a ^ Short.MIN_VALUE, b ^ Short.MIN_VALUE) ^ Short.MIN_VALUE);
    }

    static short minUnsigned(short a, short b) {
        return (short) (Math.min(a ^ Short.MIN_VALUE, b ^ Short.MIN_VALUE) ^ Short.MIN_VALUE);
    }

    static int maxUnsigned(int a, int b) {
        return Math.max(a ^ Integer.MIN_VALUE, b ^ Integer.MIN_VALUE) ^ Integer.MIN_VALUE;
    }

    static int minUnsigned(int a, int b) {
        return Math.min(a ^ Integer.MIN_VALUE, b ^ Integer.MIN_VALUE) ^ Integer.MIN_VALUE;
    }

    static long maxUnsigned(long a, long b) {
        return Math.max(a ^ Long.MIN_VALUE, b ^ Long.MIN_VALUE) ^ Long.MIN_VALUE;
    }

    static long minUnsigned(long a, long b) {
        return Math.min(a ^ Long.MIN_VALUE, b ^ Long.MIN_VALUE) ^ Long.MIN_VALUE;
    }
}
