package org.jshmem.heap;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;
import org.jshmem.posix.Memcpy;

/**
 * Accesses raw memory by address, without checks: callers have validated their ranges.
 *
 * <p><b>Memory order.</b> The suffix of a method's name is its memory order; no suffix means plain. Plain accesses may
 * be unaligned, ordered ones must be to aligned words.
 *
 * <p><b>Two implementations.</b> If the JVM was started with {@code --add-exports java.base/jdk.internal.misc=…}, words
 * are accessed by the JDK's own unsafe class (through Agrona). Otherwise they are accessed through one constant segment
 * over all addresses, which compiles to a bare load or store; a segment per heap would not. Compiled code is the same,
 * but the interpreter calls each layer of a segment's accessor: 1,000 barriers take 2.3 ms through the segment, 0.7 ms
 * through unsafe. Unsafe also leaves less to compile.
 */
public final class Memory {
    /** All memory of this process, at address 0. */
    public static final MemorySegment ALL = everything();

    /** Whether accesses go through the JDK's unsafe class. */
    public static final boolean UNSAFE =
            Object.class.getModule().isExported("jdk.internal.misc", UnsafeApi.class.getModule());

    public static final long MEMCPY_LEAST_BYTES = 2L << 20;

    // The accessors of MemorySegment make twice as many calls, which is slow in the interpreter.
    private static final VarHandle PLAIN8 = JAVA_BYTE.varHandle();
    private static final VarHandle PLAIN16 = JAVA_SHORT_UNALIGNED.varHandle();
    private static final VarHandle PLAIN32 = JAVA_INT_UNALIGNED.varHandle();
    private static final VarHandle PLAIN64 = JAVA_LONG_UNALIGNED.varHandle();

    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();

    private Memory() {}

    /** Stores 8 bits. */
    public static void put8(long address, byte bits) {
        if (UNSAFE) {
            UnsafeApi.putByte(null, address, bits);
        } else {
            PLAIN8.set(ALL, address, bits);
        }
    }

    /** Stores 16 bits. */
    public static void put16(long address, short bits) {
        if (UNSAFE) {
            UnsafeApi.putShort(null, address, bits);
        } else {
            PLAIN16.set(ALL, address, bits);
        }
    }

    /** Stores 32 bits. */
    public static void put32(long address, int bits) {
        if (UNSAFE) {
            UnsafeApi.putInt(null, address, bits);
        } else {
            PLAIN32.set(ALL, address, bits);
        }
    }

    /** Stores 64 bits. */
    public static void put64(long address, long bits) {
        if (UNSAFE) {
            UnsafeApi.putLong(null, address, bits);
        } else {
            PLAIN64.set(ALL, address, bits);
        }
    }

    /** Loads 8 bits. */
    public static byte get8(long address) {
        return UNSAFE ? UnsafeApi.getByte(null, address) : (byte) PLAIN8.get(ALL, address);
    }

    /** Loads 16 bits. */
    public static short get16(long address) {
        return UNSAFE ? UnsafeApi.getShort(null, address) : (short) PLAIN16.get(ALL, address);
    }

    /** Loads 32 bits. */
    public static int get32(long address) {
        return UNSAFE ? UnsafeApi.getInt(null, address) : (int) PLAIN32.get(ALL, address);
    }

    /** Loads 64 bits. */
    public static long get64(long address) {
        return UNSAFE ? UnsafeApi.getLong(null, address) : (long) PLAIN64.get(ALL, address);
    }

    /** Orders all accesses before it before all after it. */
    public static void fullFence() {
        VarHandle.fullFence();
    }

    /** Orders all accesses before it before all stores after it. */
    public static void releaseFence() {
        VarHandle.releaseFence();
    }

    /** Stores 64 bits with release semantics. */
    public static void put64Release(long address, long bits) {
        if (UNSAFE) {
            UnsafeApi.putLongRelease(null, address, bits);
        } else {
            LONG.setRelease(ALL, address, bits);
        }
    }

    /** Loads 64 bits with acquire semantics. */
    public static long get64Acquire(long address) {
        return UNSAFE ? UnsafeApi.getLongAcquire(null, address) : (long) LONG.getAcquire(ALL, address);
    }

    /** Loads 32 bits with acquire semantics. */
    public static int get32Acquire(long address) {
        return UNSAFE ? UnsafeApi.getIntAcquire(null, address) : (int) INT.getAcquire(ALL, address);
    }

    /** Loads 32 bits with volatile semantics. */
    public static int get32Volatile(long address) {
        return UNSAFE ? UnsafeApi.getIntVolatile(null, address) : (int) INT.getVolatile(ALL, address);
    }

    /** Stores 32 bits with volatile semantics. */
    public static void put32Volatile(long address, int bits) {
        if (UNSAFE) {
            UnsafeApi.putIntVolatile(null, address, bits);
        } else {
            INT.setVolatile(ALL, address, bits);
        }
    }

    /** Replaces 32 bits atomically, with volatile semantics; returns the value before. */
    public static int getAndSet32Volatile(long address, int bits) {
        return UNSAFE ? UnsafeApi.getAndSetInt(null, address, bits) : (int) INT.getAndSet(ALL, address, bits);
    }

    /** Replaces 32 bits atomically if they are as expected, with volatile semantics; returns the value before. */
    public static int compareAndExchange32Volatile(long address, int expected, int bits) {
        return UNSAFE
                ? UnsafeApi.compareAndExchangeInt(null, address, expected, bits)
                : (int) INT.compareAndExchange(ALL, address, expected, bits);
    }

    /** Adds to 32 bits atomically, with volatile semantics; returns the value before. */
    public static int getAndAdd32Volatile(long address, int delta) {
        return UNSAFE ? UnsafeApi.getAndAddInt(null, address, delta) : (int) INT.getAndAdd(ALL, address, delta);
    }

    /** Ands 32 bits atomically, with volatile semantics; returns the value before. */
    public static int getAndAnd32Volatile(long address, int mask) {
        return UNSAFE
                ? UnsafeApi.getAndBitwiseAndInt(null, address, mask)
                : (int) INT.getAndBitwiseAnd(ALL, address, mask);
    }

    /** Ors 32 bits atomically, with volatile semantics; returns the value before. */
    public static int getAndOr32Volatile(long address, int mask) {
        return UNSAFE
                ? UnsafeApi.getAndBitwiseOrInt(null, address, mask)
                : (int) INT.getAndBitwiseOr(ALL, address, mask);
    }

    /** Xors 32 bits atomically, with volatile semantics; returns the value before. */
    public static int getAndXor32Volatile(long address, int mask) {
        return UNSAFE
                ? UnsafeApi.getAndBitwiseXorInt(null, address, mask)
                : (int) INT.getAndBitwiseXor(ALL, address, mask);
    }

    /** Loads 64 bits with volatile semantics. */
    public static long get64Volatile(long address) {
        return UNSAFE ? UnsafeApi.getLongVolatile(null, address) : (long) LONG.getVolatile(ALL, address);
    }

    /** Stores 64 bits with volatile semantics. */
    public static void put64Volatile(long address, long bits) {
        if (UNSAFE) {
            UnsafeApi.putLongVolatile(null, address, bits);
        } else {
            LONG.setVolatile(ALL, address, bits);
        }
    }

    /** Replaces 64 bits atomically, with volatile semantics; returns the value before. */
    public static long getAndSet64Volatile(long address, long bits) {
        return UNSAFE ? UnsafeApi.getAndSetLong(null, address, bits) : (long) LONG.getAndSet(ALL, address, bits);
    }

    /** Replaces 64 bits atomically if they are as expected, with volatile semantics; returns the value before. */
    public static long compareAndExchange64Volatile(long address, long expected, long bits) {
        return UNSAFE
                ? UnsafeApi.compareAndExchangeLong(null, address, expected, bits)
                : (long) LONG.compareAndExchange(ALL, address, expected, bits);
    }

    /** Adds to 64 bits atomically, with volatile semantics; returns the value before. */
    public static long getAndAdd64Volatile(long address, long delta) {
        return UNSAFE ? UnsafeApi.getAndAddLong(null, address, delta) : (long) LONG.getAndAdd(ALL, address, delta);
    }

    /** Ands 64 bits atomically, with volatile semantics; returns the value before. */
    public static long getAndAnd64Volatile(long address, long mask) {
        return UNSAFE
                ? UnsafeApi.getAndBitwiseAndLong(null, address, mask)
                : (long) LONG.getAndBitwiseAnd(ALL, address, mask);
    }

    /** Ors 64 bits atomically, with volatile semantics; returns the value before. */
    public static long getAndOr64Volatile(long address, long mask) {
        return UNSAFE
                ? UnsafeApi.getAndBitwiseOrLong(null, address, mask)
                : (long) LONG.getAndBitwiseOr(ALL, address, mask);
    }

    /** Xors 64 bits atomically, with volatile semantics; returns the value before. */
    public static long getAndXor64Volatile(long address, long mask) {
        return UNSAFE
                ? UnsafeApi.getAndBitwiseXorLong(null, address, mask)
                : (long) LONG.getAndBitwiseXor(ALL, address, mask);
    }

    /**
     * Whether a copy of this size is faster by the C library's memcpy than by the JVM: by up to two fifths, since the
     * JVM uses non-temporal stores from some 2.5 MiB on. The C library does so from three quarters of a CPU's share of
     * the last-level cache on. For copies that fit the second-level cache it uses {@code rep movsb}, which on AMD
     * processors is slower by a factor of 15 if the destination lies 1 to 15 bytes behind the source, modulo a page.
     *
     * <p>Segments over mapped files must not use memcpy: a fault in the JVM's own copy becomes an error, a fault in
     * memcpy ends the JVM.
     */
    public static boolean suitsMemcpy(long bytes) {
        return bytes >= MEMCPY_LEAST_BYTES && bytes <= MemcpyLimit.MOST_BYTES;
    }

    /** The largest copy by memcpy; read from the system at the first copy above the lower limit, or set by tests. */
    private static final class MemcpyLimit {
        static final long MOST_BYTES = Long.getLong("org.jshmem.heap.memcpy", CacheShare.bytes() / 2);
    }

    /** Copies bytes; ranges must not overlap. */
    public static void copy(long from, long to, long bytes) {
        if (suitsMemcpy(bytes)) {
            Memcpy.copy(from, to, bytes);
        } else if (UNSAFE) {
            UnsafeApi.copyMemory(from, to, bytes);
        } else {
            MemorySegment.copy(ALL, from, ALL, to, bytes);
        }
    }

    /** Copies bytes, faster than {@link #copy(long, long, long)} for 8 of them; ranges must not overlap. */
    public static void copyFew(long from, long to, long bytes) {
        if (bytes == Long.BYTES) {
            put64(to, get64(from));
        } else if (bytes != 0) {
            copy(from, to, bytes);
        }
    }

    /** Copies bytes out of a segment; ranges must not overlap. */
    public static void copy(MemorySegment from, long start, long to, long bytes) {
        if (suitsMemcpy(bytes) && !from.isMapped()) {
            memcpy(from, start, to, bytes);
        } else {
            MemorySegment.copy(from, start, ALL, to, bytes);
        }
    }

    /** Copies bytes into a segment; ranges must not overlap. */
    public static void copy(long from, MemorySegment to, long start, long bytes) {
        if (suitsMemcpy(bytes) && !to.isMapped()) {
            memcpy(from, to, start, bytes);
        } else {
            MemorySegment.copy(ALL, from, to, start, bytes);
        }
    }

    /**
     * Copies from a segment. A separate method, because in a rarely taken branch the compiler would not inline enough
     * to eliminate the slice.
     */
    private static void memcpy(MemorySegment from, long start, long to, long bytes) {
        Memcpy.copy(start == 0 ? from : from.asSlice(start), to, bytes);
    }

    private static void memcpy(long from, MemorySegment to, long start, long bytes) {
        Memcpy.copy(from, start == 0 ? to : to.asSlice(start), bytes);
    }

    /** Sets bytes to zero. */
    public static void clear(long address, long bytes) {
        ALL.asSlice(address, bytes).fill((byte) 0);
    }

    /** A segment over mapped memory, accessible until the arena is closed. */
    @SuppressWarnings("restricted") // the mapping outlives the arena
    public static MemorySegment view(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    @SuppressWarnings("restricted") // the heaps of all PEs of the node are reached by address
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }
}
