package org.jshmem.tck.twin;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jshmem.IndexedBlocks;
import org.jshmem.spi.ContextKernel;

/** The arguments of a put or get of several elements, and the same with a copy of the memory of this PE. */
final class Transfer {
    private static final int ALIGNMENT = 64;

    private final Object[] withCopy;
    private final MemorySegment own;
    private final MemorySegment copy;

    /** Copies the memory that is read or written, before the call. */
    Transfer(Method method, Object[] arguments, MemorySegment all) {
        final String name = method.getName();
        final int place = place(name);
        final boolean isAddress = arguments[place] instanceof Long;
        final Object memory = isAddress ? null : arguments[place];
        final int startPlace = isAddress ? place : place + 1;
        final MemorySegment whole = memory == null ? all : segment(memory);
        final long unit =
                memory != null && memory.getClass().isArray() ? whole.byteSize() / Array.getLength(memory) : 1;
        final long extent = extent(name, arguments, startPlace, unit);
        own = whole.asSlice(number(arguments[startPlace]) * unit, extent);
        withCopy = arguments.clone();
        if (memory != null && memory.getClass().isArray()) {
            final int length = Array.getLength(memory);
            final Object array = Array.newInstance(memory.getClass().getComponentType(), length);
            System.arraycopy(memory, 0, array, 0, length);
            withCopy[place] = array;
            copy = segment(array).asSlice(number(arguments[startPlace]) * unit, extent);
        } else {
            copy = Arena.ofAuto().allocate(extent, ALIGNMENT).copyFrom(own);
            if (memory == null) {
                withCopy[startPlace] = copy.address();
            } else {
                withCopy[place] = copy;
                withCopy[startPlace] = 0L;
            }
        }
    }

    /** Where the memory of this PE stands. */
    private static int place(String name) {
        return name.contains("From") ? 0 : name.startsWith("copy") ? 1 : 2;
    }

    /** The bytes from the first to the last that is moved. */
    private static long extent(String name, Object[] arguments, int startPlace, long unit) {
        final int last = arguments.length - 2;
        if (name.startsWith("copy")) {
            return number(arguments[last]) * unit;
        }
        if (name.startsWith("indexed")) {
            return ((IndexedBlocks) arguments[startPlace + 1]).end() * number(arguments[last - 1]);
        }
        return ((number(arguments[last]) - 1) * number(arguments[startPlace + 1]) + number(arguments[last - 1])) * unit;
    }

    private static long number(Object argument) {
        return ((Number) argument).longValue();
    }

    /** The memory of an array or a segment. */
    static MemorySegment segment(Object memory) {
        return switch (memory) {
            case byte[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            default -> (MemorySegment) memory;
        };
    }

    /** The arguments with the copy. */
    Object[] withCopy() {
        return withCopy;
    }

    boolean isSame() {
        return own.mismatch(copy) < 0;
    }

    /** Throws if the copy differs from the memory of the call. */
    void requireSame(String call, Object... arguments) {
        Twins.requireSame(own, copy, call, arguments);
    }

    /** The get that reads what a put wrote. */
    static Method getter(Method put) {
        return Twins.method(
                ContextKernel.class,
                put.getName().replace("To", "From").replace("Nbi", ""),
                turned(put.getName(), put.getParameterTypes()));
    }

    /** The arguments of that get, from those of the put: the remote side comes after the local one. */
    static <A> A[] turned(String put, A[] arguments) {
        final int remote = place(put);
        final int rest = arguments.length - (put.startsWith("copy") ? 2 : 3);
        final A[] result = Arrays.copyOf(arguments, arguments.length);
        System.arraycopy(arguments, remote, result, 0, rest - remote);
        System.arraycopy(arguments, 0, result, rest - remote, remote);
        return result;
    }
}
