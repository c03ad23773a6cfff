package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Set;
import org.jshmem.IndexedBlocks;
import org.jshmem.SymmetricArray;

/**
 * The last right value of each argument of a form, the others being right: with one more, the form would need an
 * element behind the end of an array, or a PE that there is not.
 */
final class LastValues {
    private static final Set<String> NUMBERS = Set.of(
            "index", "fetchIndex", "destIndex", "sourceIndex", "sigIndex", "nelems", "nblocks", "bsize", "dst", "sst");

    private static final Set<String> PES = Set.of("pe", "root");

    /** Of these arrays a form needs one element, whatever {@code nelems} is. */
    private static final Set<String> SINGLE = Set.of("sig", "lock", "ivar", "fetch");

    private static final long BLOCK_LENGTH = 2;

    private final String operation;
    private final Parameter[] parameters;
    private final Object[] right;
    private final long elementBytes;

    LastValues(Method form, Object[] right) {
        this.operation = form.getName();
        this.parameters = form.getParameters();
        this.right = right;
        this.elementBytes = elementBytes();
    }

    private long elementBytes() {
        for (int i = 0; i < right.length; i++) {
            if (right[i] instanceof SymmetricArray array && isTyped(i) && !SINGLE.contains(name(i))) {
                return array.elementBytes();
            }
        }
        final String digits = operation.replaceAll("\\D", "");
        return digits.isEmpty() ? 1 : Long.parseLong(digits) / Byte.SIZE;
    }

    private String name(int at) {
        return parameters[at].getName();
    }

    private boolean isTyped(int at) {
        return parameters[at].getType() != SymmetricArray.class;
    }

    /** Whether an argument has a last right value. */
    boolean has(int at) {
        final Class<?> type = parameters[at].getType();
        return (type == long.class && NUMBERS.contains(name(at))
                        || type == int.class && PES.contains(name(at))
                        || type == IndexedBlocks.class)
                && fits(right);
    }

    /** The last right value of an argument. */
    Object last(int at) {
        return value(at, lastNumber(at));
    }

    /** The value after the last right one. */
    Object next(int at) {
        return value(at, lastNumber(at) + 1);
    }

    private long lastNumber(int at) {
        final Object[] arguments = right.clone();
        long number = right[at] instanceof Number first ? first.longValue() : 0;
        do {
            number++;
            arguments[at] = value(at, number);
        } while (fits(arguments));
        return number - 1;
    }

    /** A number as an argument; of blocks it is the index of the last one. */
    private Object value(int at, long number) {
        if (parameters[at].getType() == IndexedBlocks.class) {
            return IndexedBlocks.of(new long[] {number + BLOCK_LENGTH, 0}, BLOCK_LENGTH);
        }
        return Arguments.number(parameters[at].getType(), number);
    }

    private boolean fits(Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            final boolean fits;
            if (PES.contains(name(i))) {
                fits = (int) arguments[i] < nPes();
            } else if (Set.of("dst", "sst").contains(name(i))) {
                fits = (long) arguments[i] >= number(arguments, "bsize", 1);
            } else {
                fits = length(i) < 0 || end(arguments, name(i)) <= length(i);
            }
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** The elements of an array or a segment; −1 of something else. */
    private long length(int at) {
        return switch (right[at]) {
            case SymmetricArray array -> isTyped(at) ? array.length() : array.byteLength() / elementBytes;
            case MemorySegment segment -> segment.byteSize() / elementBytes;
            case Object other -> other.getClass().isArray() ? Array.getLength(other) : -1;
        };
    }

    /** The index behind the last element that a form needs of an array. */
    private long end(Object[] arguments, String array) {
        for (int i = 0; i < arguments.length; i++) {
            if (name(i).equals(array + "Blocks")) {
                return ((IndexedBlocks) arguments[i]).end();
            }
        }
        final long ownIndex = number(arguments, array + "Index", 0);
        final long index = array.equals("fetch") ? ownIndex : number(arguments, "index", ownIndex);
        if (SINGLE.contains(array)) {
            return index + 1;
        }
        final long bsize = number(arguments, "bsize", 1);
        final long count = number(arguments, "nblocks", number(arguments, "nelems", 1)) * times(array);
        final String stride = array.equals("dest") ? "dst" : "sst";
        return index + (count - 1) * number(arguments, stride, bsize) + bsize;
    }

    private long times(String array) {
        final boolean isForEachPe =
                operation.startsWith("alltoall") || operation.matches("f?collect(mem)?") && array.equals("dest");
        return (isForEachPe ? nPes() : 1L) * (operation.endsWith("Complex") ? 2 : 1);
    }

    private long number(Object[] arguments, String name, long otherwise) {
        for (int i = 0; i < arguments.length; i++) {
            if (name(i).equals(name)) {
                return (long) arguments[i];
            }
        }
        return otherwise;
    }
}
