package org.jshmem;

import java.util.Arrays;
import org.jshmem.spi.Awaited;

/** What a thread that has waited for long waits for: elements of this PE's own memory, and what they are to be. */
final class AwaitedElements implements Awaited {
    /** Elements that are told one by one. */
    private static final int MOST = 8;

    private final SymmetricArray array;

    /** The first of them. */
    private final long[] indices;

    /** How many there are. */
    private final long count;

    private final Cmp cmp;
    private final long value;

    /** By index, in place of {@link #value}; or null. */
    private final long[] values;

    /** One element. */
    AwaitedElements(SymmetricArray array, long index, Cmp cmp, long value) {
        this(array, new long[] {index}, 1, cmp, value, null);
    }

    private AwaitedElements(SymmetricArray array, long[] indices, long count, Cmp cmp, long value, long[] values) {
        this.array = array;
        this.indices = indices;
        this.count = count;
        this.cmp = cmp;
        this.value = value;
        this.values = values;
    }

    /** Any of those that {@code status} does not leave out; {@code values} null if all are compared with one value. */
    static AwaitedElements anyOf(SymmetricArray array, long nelems, int[] status, Cmp cmp, long value, long[] values) {
        final long[] indices = new long[MOST];
        int count = 0;
        for (int i = 0; i < nelems; i++) {
            if (status == null || status[i] == 0) {
                if (count < MOST) {
                    indices[count] = i;
                }
                count++;
            }
        }
        return new AwaitedElements(array, Arrays.copyOf(indices, Math.min(count, MOST)), count, cmp, value, values);
    }

    /** The same of elements that are an {@code int}. */
    static AwaitedElements anyOf(SymmetricArray array, long nelems, int[] status, Cmp cmp, int value, int[] values) {
        final long[] widened =
                values == null ? null : Arrays.stream(values).asLongStream().toArray();
        return anyOf(array, nelems, status, cmp, (long) value, widened);
    }

    @Override
    public String describe(long where) {
        if (count == 1) {
            final long only = indices[0];
            return "element " + only + " of " + array + " to be " + wanted(only) + "; it is " + present(only);
        }
        final StringBuilder text = new StringBuilder("one of " + count + " elements of " + array);
        for (long index : indices) {
            text.append("; [" + index + "] to be " + wanted(index) + ", it is " + present(index));
        }
        return count > indices.length ? text + "; and so on" : text.toString();
    }

    private String wanted(long index) {
        return cmp.describe(values == null ? value : values[(int) index], array.elementBytes());
    }

    private String present(long index) {
        final long word = array.address + index * array.elementBytes();
        final boolean isInt = array.elementBytes() == Integer.BYTES;
        return cmp.number(isInt ? PointToPoint.read32(word) : PointToPoint.read64(word), array.elementBytes());
    }
}
