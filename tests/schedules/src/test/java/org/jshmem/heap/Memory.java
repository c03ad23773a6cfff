package org.jshmem.heap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.schedules.Steps;

/**
 * Stands in for the library's class of this name: each access is a step of a schedule. What the library makes of memory
 * is its own code.
 */
public final class Memory {
    public static final MemorySegment ALL = everything();

    public static final long MEMCPY_LEAST_BYTES = 2L << 20;

    /** Where memory of a file begins that was truncated; it is as large as a heap of a schedule. */
    public static final long TRUNCATED = 1L << 50;

    private static final long TRUNCATED_BYTES = 1 << 16;

    private Memory() {}

    public static void put8(long address, byte bits) {
        Steps.store(address, Byte.BYTES, bits);
    }

    public static byte get8(long address) {
        return (byte) Steps.load(address, Byte.BYTES);
    }

    public static void put16(long address, short bits) {
        Steps.store(address, Short.BYTES, bits);
    }

    public static short get16(long address) {
        return (short) Steps.load(address, Short.BYTES);
    }

    public static void put32(long address, int bits) {
        Steps.store(address, Integer.BYTES, bits);
    }

    public static int get32(long address) {
        return (int) Steps.load(address, Integer.BYTES);
    }

    public static void put64(long address, long bits) {
        Steps.store(address, Long.BYTES, bits);
    }

    public static long get64(long address) {
        return Steps.load(address, Long.BYTES);
    }

    public static void fullFence() {
        Steps.fence();
    }

    public static void releaseFence() {
        Steps.releaseFence();
    }

    public static void put64Release(long address, long bits) {
        releaseFence();
        put64(address, bits);
    }

    public static long get64Acquire(long address) {
        return get64(address);
    }

    public static int get32Acquire(long address) {
        return get32(address);
    }

    public static int get32Volatile(long address) {
        return get32(address);
    }

    public static void put32Volatile(long address, int bits) {
        getAndSet32Volatile(address, bits);
    }

    public static int getAndSet32Volatile(long address, int bits) {
        return (int) Steps.update(address, Integer.BYTES, _ -> bits);
    }

    public static int compareAndExchange32Volatile(long address, int expected, int bits) {
        return (int) Steps.update(address, Integer.BYTES, value -> value == expected ? bits : value);
    }

    public static int getAndAdd32Volatile(long address, int delta) {
        return (int) Steps.update(address, Integer.BYTES, value -> value + delta);
    }

    public static int getAndAnd32Volatile(long address, int mask) {
        return (int) Steps.update(address, Integer.BYTES, value -> value & mask);
    }

    public static int getAndOr32Volatile(long address, int mask) {
        return (int) Steps.update(address, Integer.BYTES, value -> value | mask);
    }

    public static int getAndXor32Volatile(long address, int mask) {
        return (int) Steps.update(address, Integer.BYTES, value -> value ^ mask);
    }

    public static long get64Volatile(long address) {
        return get64(address);
    }

    public static void put64Volatile(long address, long bits) {
        getAndSet64Volatile(address, bits);
    }

    public static long getAndSet64Volatile(long address, long bits) {
        return Steps.update(address, Long.BYTES, _ -> bits);
    }

    public static long compareAndExchange64Volatile(long address, long expected, long bits) {
        return Steps.update(address, Long.BYTES, value -> value == expected ? bits : value);
    }

    public static long getAndAdd64Volatile(long address, long delta) {
        return Steps.update(address, Long.BYTES, value -> value + delta);
    }

    public static long getAndAnd64Volatile(long address, long mask) {
        return Steps.update(address, Long.BYTES, value -> value & mask);
    }

    public static long getAndOr64Volatile(long address, long mask) {
        return Steps.update(address, Long.BYTES, value -> value | mask);
    }

    public static long getAndXor64Volatile(long address, long mask) {
        return Steps.update(address, Long.BYTES, value -> value ^ mask);
    }

    public static boolean suitsMemcpy(long bytes) {
        return false;
    }

    public static void copy(long from, long to, long bytes) {
        requireThere(from);
        requireThere(to);
        Steps.copy(ALL, from, ALL, to, bytes);
    }

    private static void requireThere(long address) {
        if (address >= TRUNCATED && address < TRUNCATED + TRUNCATED_BYTES) {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
        }
    }

    public static void copyFew(long from, long to, long bytes) {
        if (bytes == Long.BYTES) {
            put64(to, get64(from));
        } else if (bytes != 0) {
            copy(from, to, bytes);
        }
    }

    public static void copy(MemorySegment from, long start, long to, long bytes) {
        Steps.copy(from, start, ALL, to, bytes);
    }

    public static void copy(long from, MemorySegment to, long start, long bytes) {
        Steps.copy(ALL, from, to, start, bytes);
    }

    public static void clear(long address, long bytes) {
        Steps.fence();
        ALL.asSlice(address, bytes).fill((byte) 0);
    }

    @SuppressWarnings("restricted") // as the library's
    public static MemorySegment view(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    @SuppressWarnings("restricted") // as the library's
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }
}
