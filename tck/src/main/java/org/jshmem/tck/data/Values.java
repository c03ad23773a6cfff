package org.jshmem.tck.data;

/** Element values as bit patterns, the same for every element type: those that go wrong first, then hashes. */
public final class Values {
    /**
     * Zeros, ones, the ends of every integer width, and zeros, infinities, subnormals and NaNs of both floating-point
     * widths.
     */
    private static final long[] SPECIAL = {
        0,
        -1,
        1,
        0x7fL,
        0x80L,
        0xffL,
        0x7fffL,
        0x8000L,
        0xffffL,
        0x7fffffffL,
        0x80000000L,
        0xffffffffL,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        0x7f800000L,
        0xff800000L,
        0x7f800001L,
        0xffc0deadL,
        0x7fc00000L,
        0x00000001L,
        0x7f7fffffL,
        0x7ff0000000000000L,
        0xfff0000000000000L,
        0x7ff0000000000001L,
        0x7ff8dead0000beefL,
        0xfff8000000000123L,
        0x0000000000000001L,
        0x000fffffffffffffL,
        0x7fefffffffffffffL,
        0x0102030405060708L,
        0x3ff0000000000000L,
        0x8000000000000001L
    };

    /** There are 32 of them: C1 calls a function for the remainder of a division. */
    private static final int SPECIAL_MASK = SPECIAL.length - 1;

    private static final long GUARD_SALT = 0x6a09e667f3bcc909L;

    private Values() {}

    public static int specials() {
        return SPECIAL.length;
    }

    public static long special(int index) {
        return SPECIAL[index];
    }

    /** The bits of element {@code index} of a sequence; any two sequences differ. */
    public static long bits(long seed, long index) {
        final long hash = mix(seed * 0x9e3779b97f4a7c15L + index);
        return (hash & 7) == 0 ? SPECIAL[(int) (seed + index) & SPECIAL_MASK] : hash;
    }

    /** What lies where nothing may be written. */
    public static long guard(long index) {
        return mix(GUARD_SALT + index);
    }

    public static long mix(long value) {
        long hash = value;
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }

    public static byte toByte(long bits) {
        return (byte) bits;
    }

    public static short toShort(long bits) {
        return (short) bits;
    }

    public static int toInt(long bits) {
        return (int) bits;
    }

    public static long toLong(long bits) {
        return bits;
    }

    public static float toFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    public static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    /** The bits of a value, sign-extended. */
    public static long raw(byte value) {
        return value;
    }

    public static long raw(short value) {
        return value;
    }

    public static long raw(int value) {
        return value;
    }

    public static long raw(long value) {
        return value;
    }

    public static long raw(float value) {
        return Float.floatToRawIntBits(value);
    }

    public static long raw(double value) {
        return Double.doubleToRawLongBits(value);
    }

    /** The bits of a value, sign-extended; the same ones of every NaN. */
    public static long known(int value) {
        return value;
    }

    public static long known(long value) {
        return value;
    }

    public static long known(float value) {
        return Float.floatToIntBits(value);
    }

    public static long known(double value) {
        return Double.doubleToLongBits(value);
    }
}
