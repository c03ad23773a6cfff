package org.jshmem.internal.collective;

/**
 * What the language writes differently for each element type. Unsigned order is signed order with the sign bit turned, which the
 * compiler has vector instructions for.
 */
final class Scalar {
    static final byte BYTE_ZERO = 0;
    static final short SHORT_ZERO = 0;
    static final int INT_ZERO = 0;
    static final long LONG_ZERO = 0;
    static final float FLOAT_ZERO = 0;
    static final double DOUBLE_ZERO = 0;

    private Scalar() {}

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
