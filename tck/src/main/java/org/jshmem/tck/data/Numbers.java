package org.jshmem.tck.data;

/** Small numbers as every element type has them, so that sums and products are exact in any order. */
public final class Numbers {
    private Numbers() {}

    /** From −3 to 3; a product, since C1 calls a function for the remainder of a division. */
    public static int small(int pe, long index) {
        return (int) ((Values.mix(pe * 7919L + index) >>> 33) * 7 >>> 31) - 3;
    }

    public static byte toByte(int value) {
        return (byte) value;
    }

    public static short toShort(int value) {
        return (short) value;
    }

    public static int toInt(int value) {
        return value;
    }

    public static long toLong(int value) {
        return value;
    }

    public static float toFloat(int value) {
        return value;
    }

    public static double toDouble(int value) {
        return value;
    }
}
