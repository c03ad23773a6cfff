package org.jshmem.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Calls the C library's {@code memcpy}; ranges must not overlap.
 *
 * <p>The calls are critical downcalls: they take Java arrays without a copy, and delay garbage collection while they
 * last, some hundred microseconds at most for the sizes in use. The arena of a segment cannot be closed during a call.
 * A fault, for example in a truncated mapped file, ends the JVM. The function is linked at the first use.
 */
public final class Memcpy {
    private static final MethodHandle ADDRESSES = link(false, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle FROM_SEGMENT = link(true, JAVA_LONG, ADDRESS);
    private static final MethodHandle TO_SEGMENT = link(true, ADDRESS, JAVA_LONG);

    private Memcpy() {}

    /** Copies from an address to an address. */
    public static void copy(long from, long to, long bytes) {
        try {
            final long ignored = (long) ADDRESSES.invokeExact(to, from, bytes);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("memcpy does not throw", t);
        }
    }

    /** Copies the start of a segment to an address; the segment must be long enough. */
    public static void copy(MemorySegment from, long to, long bytes) {
        try {
            final long ignored = (long) FROM_SEGMENT.invokeExact(to, from, bytes);
        } catch (RuntimeException e) {
            throw e; // the segment is closed, or confined to another thread
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("memcpy does not throw", t);
        }
    }

    /** Copies from an address to the start of a segment; the segment must be long enough. */
    public static void copy(long from, MemorySegment to, long bytes) {
        try {
            final long ignored = (long) TO_SEGMENT.invokeExact(to, from, bytes);
        } catch (RuntimeException e) {
            throw e; // the segment is closed, or confined to another thread
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("memcpy does not throw", t);
        }
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static MethodHandle link(boolean heap, MemoryLayout to, MemoryLayout from) {
        final Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("memcpy"),
                FunctionDescriptor.of(JAVA_LONG, to, from, JAVA_LONG),
                Linker.Option.critical(heap));
    }
}
