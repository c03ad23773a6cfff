package org.jshmem.libfabric.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * Calls C functions by address. All of these take integers and pointers only, so two shapes of longs are enough: a
 * function ignores extra arguments, and reads the lower half of a long as an {@code int}. Each new shape costs a JVM
 * ten milliseconds.
 */
public final class Calls {
    private static final MethodHandle EIGHT = link(8);

    /** Linked at its first call; a program without native atomics makes none. */
    private static final class Fourteen {
        static final MethodHandle HANDLE = link(14);
    }

    private Calls() {}

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static MethodHandle link(int arguments) {
        final MemoryLayout[] longs = new MemoryLayout[arguments];
        Arrays.fill(longs, JAVA_LONG);
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG, longs));
    }

    /** The function at an address. */
    public static MemorySegment function(long address) {
        return MemorySegment.ofAddress(address);
    }

    /** Calls a function of up to eight arguments. */
    public static long call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
        try {
            return (long) EIGHT.invokeExact(function, a, b, c, d, e, f, g, h);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
    }

    /** Calls a function of up to fourteen arguments. */
    public static long call(
            MemorySegment function,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l,
            long m,
            long n) {
        try {
            return (long) Fourteen.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k, l, m, n);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
    }
}
