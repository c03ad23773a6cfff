package org.jshmem.tck.data;

import java.lang.foreign.MemorySegment;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.SymmetricDoubles;

/**
 * Sequences of {@code double}, for sources and for models. Cases fill and compare with the same ones again and again,
 * so that making them anew each time would take half of the kit's time; the latest are kept as long as the Java heap
 * has room. Any thread may call.
 */
public final class DoublesValues {
    private static final int KEPT = 16;

    /** By seed, the latest last. */
    private static final Map<Long, SoftReference<double[]>> SEQUENCES = new LinkedHashMap<>(KEPT, 1, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, SoftReference<double[]>> eldest) {
            return size() > KEPT;
        }
    };

    private static SoftReference<double[]> guards;

    private DoublesValues() {}

    /** Elements {@code first} to {@code first + length - 1} of a sequence of {@link Values#bits}. */
    public static synchronized double[] sequence(long seed, int first, int length) {
        final int end = first + length;
        double[] sequence = kept(SEQUENCES.get(seed));
        if (sequence.length < end) {
            final int known = sequence.length;
            sequence = Arrays.copyOf(sequence, Math.max(end, 2 * known));
            for (int i = known; i < sequence.length; i++) {
                sequence[i] = Values.toDouble(Values.bits(seed, i));
            }
            SEQUENCES.put(seed, new SoftReference<>(sequence));
        }
        return Arrays.copyOfRange(sequence, first, end);
    }

    /** The first elements of a sequence. */
    public static double[] sequence(long seed, int length) {
        return sequence(seed, 0, length);
    }

    /** A new symmetric array with the first elements of a sequence; called by all PEs together. */
    public static SymmetricDoubles filled(long seed, int length) {
        final SymmetricDoubles array = Shmem.mallocDoubles(length);
        array.segment().copyFrom(MemorySegment.ofArray(sequence(seed, length)));
        return array;
    }

    /** The first elements of what lies where nothing may be written. */
    public static synchronized double[] guards(int length) {
        double[] all = kept(guards);
        if (all.length < length) {
            final int known = all.length;
            all = Arrays.copyOf(all, Math.max(length, 2 * known));
            for (int i = known; i < all.length; i++) {
                all[i] = Values.toDouble(Values.guard(i));
            }
            guards = new SoftReference<>(all);
        }
        return Arrays.copyOf(all, length);
    }

    private static double[] kept(SoftReference<double[]> reference) {
        final double[] array = reference == null ? null : reference.get();
        return array == null ? new double[0] : array;
    }
}
