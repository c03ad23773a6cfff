package org.jshmem.flow;

import org.jshmem.heap.Memory;

/**
 * Memory by address, for the codecs that the library makes beside record classes, in packages of the program. Programs
 * do not need this class: it checks nothing.
 */
public final class RecordMemory {
    private RecordMemory() {}

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, byte value) {
        Memory.put8(address, value);
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, boolean value) {
        Memory.put8(address, (byte) (value ? 1 : 0));
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, short value) {
        Memory.put16(address, value);
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, char value) {
        Memory.put16(address, (short) value);
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, int value) {
        Memory.put32(address, value);
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, float value) {
        Memory.put32(address, Float.floatToRawIntBits(value));
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, long value) {
        Memory.put64(address, value);
    }

    /**
     * Stores a value.
     *
     * @param address where
     * @param value the value
     */
    public static void put(long address, double value) {
        Memory.put64(address, Double.doubleToRawLongBits(value));
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static byte getByte(long address) {
        return Memory.get8(address);
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static boolean getBoolean(long address) {
        return Memory.get8(address) != 0;
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static short getShort(long address) {
        return Memory.get16(address);
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static char getChar(long address) {
        return (char) Memory.get16(address);
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static int getInt(long address) {
        return Memory.get32(address);
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static float getFloat(long address) {
        return Float.intBitsToFloat(Memory.get32(address));
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static long getLong(long address) {
        return Memory.get64(address);
    }

    /**
     * Loads a value.
     *
     * @param address where
     * @return the value
     */
    public static double getDouble(long address) {
        return Double.longBitsToDouble(Memory.get64(address));
    }
}
