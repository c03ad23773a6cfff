package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.filled;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.data.Values;

/** The cases of the allocation of {@code double}s, one for each row of the table. */
final class DoublesAllocationCases {
    private static final long PAGE_BYTES = 4096;

    @Case
    void malloc(Checks checks) {
        checks.that(mallocDoubles(0) == null, "malloc of 0 elements is null");
        final List<Integer> lengths = List.of(1, 2, 3, 7, 63, 64, 1000, 4097, 300_001);
        final SymmetricDoubles[] arrays = new SymmetricDoubles[lengths.size()];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = mallocDoubles(lengths.get(i));
            usableOnReturn(checks, arrays[i], lengths.get(i), "malloc");
            checks.equal(0, arrays[i].segment().address() % 16, "address of malloc modulo 16");
        }
        for (int i = 0; i < arrays.length; i++) {
            arrays[i].segment().copyFrom(MemorySegment.ofArray(sequence(i, lengths.get(i))));
        }
        for (int i = 0; i < arrays.length; i++) {
            checks.same(
                    MemorySegment.ofArray(sequence(i, lengths.get(i))), arrays[i].segment(), "block " + i + " alone");
        }
        for (int i = 0; i < arrays.length; i += 2) {
            free(arrays[i]);
            checks.that(!arrays[i].isAlive(), "a freed array is not alive");
        }
        for (int i = 1; i < arrays.length; i += 2) {
            checks.same(
                    MemorySegment.ofArray(sequence(i, lengths.get(i))), arrays[i].segment(), "block " + i + " kept");
            free(arrays[i]);
        }
        checks.thrown(IllegalArgumentException.class, "a negative length", () -> mallocDoubles(-1), "nelems=-1");
        checks.thrown(
                Double.BYTES == 1 ? ShmemOutOfMemoryException.class : IllegalArgumentException.class,
                "a length whose bytes fit no memory, or no long",
                () -> mallocDoubles(Long.MAX_VALUE),
                Long.toString(Long.MAX_VALUE));
        final SymmetricDoubles after = mallocDoubles(5);
        usableOnReturn(checks, after, 5, "malloc after errors");
        free(after);
    }

    /** The array is the same part of every heap, and every PE may write every other's at once. */
    private static void usableOnReturn(Checks checks, SymmetricDoubles array, int length, String what) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final double mine = Values.toDouble(Values.mix(myPe()));
        Shmem.put(array, length - 1L, new double[] {mine}, 0, 1, next);
        checks.equal(length, array.length(), "length of " + what);
        checks.equal(Double.BYTES, array.elementBytes(), "element size of " + what);
        checks.equal((long) length * Double.BYTES, array.byteLength(), "bytes of " + what);
        checks.that(array.isAlive(), what + " is alive");
        barrierAll();
        final long expected = Values.raw(Values.toDouble(Values.mix(previous)));
        checks.equal(expected, Values.raw(array.get(length - 1L)), "the neighbour's put right after " + what);
        final SymmetricLongs offsets = mallocLongs(nPes());
        for (int pe = 0; pe < nPes(); pe++) {
            Shmem.p(offsets, myPe(), array.offset(), pe);
        }
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.equal(array.offset(), offsets.get(pe), "offset of " + what + " on PE " + pe);
        }
        free(offsets);
    }

    @Case
    void calloc(Checks checks) {
        checks.that(callocDoubles(0) == null, "calloc of 0 elements is null");
        for (int length : new int[] {1, 3, 1000, 200_003}) {
            final SymmetricDoubles dirty = filled(77, length);
            free(dirty);
            final SymmetricDoubles zeros = callocDoubles(length);
            checks.same(MemorySegment.ofArray(new double[length]), zeros.segment(), "calloc of " + length);
            barrierAll();
            usableOnReturn(checks, zeros, length, "calloc");
            free(zeros);
        }
        checks.thrown(IllegalArgumentException.class, "a negative length", () -> callocDoubles(-1), "nelems=-1");
    }

    @Case
    void align(Checks checks) {
        checks.that(alignDoubles(64, 0) == null, "align of 0 elements is null");
        for (long alignment = 8; alignment <= MAX_ALIGNMENT; alignment *= 2) {
            final SymmetricDoubles first = alignDoubles(alignment, 3);
            final SymmetricDoubles second = alignDoubles(alignment, 5);
            checks.equal(0, first.segment().address() % alignment, "address modulo " + alignment);
            checks.equal(0, second.segment().address() % alignment, "second address modulo " + alignment);
            if (checks.isMapped((myPe() + 1) % nPes())) {
                final long peer =
                        Shmem.ptr(first, (myPe() + 1) % nPes()).segment().address();
                final long least = Math.min(alignment, PAGE_BYTES); // libraries may map pages anywhere
                checks.equal(0, peer % least, "address of the neighbour's copy modulo " + least);
            }
            usableOnReturn(checks, first, 3, "align " + alignment);
            usableOnReturn(checks, second, 5, "align " + alignment);
            free(first);
            free(second);
        }
        for (long wrong : new long[] {0, 1, 4, -8, 24, 65, 2 * MAX_ALIGNMENT, Long.MIN_VALUE}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "alignment " + wrong,
                    () -> alignDoubles(wrong, 1),
                    "alignment=" + wrong);
        }
        checks.thrown(IllegalArgumentException.class, "a negative length", () -> alignDoubles(64, -1), "nelems=-1");
    }

    @Case
    void mallocWithHints(Checks checks) {
        for (long hints :
                new long[] {0, MALLOC_ATOMICS_REMOTE, MALLOC_SIGNAL_REMOTE, MALLOC_ATOMICS_REMOTE | MALLOC_SIGNAL_REMOTE
                }) {
            checks.that(mallocDoublesWithHints(0, hints) == null, "malloc of 0 elements is null, hints " + hints);
            final SymmetricDoubles array = mallocDoublesWithHints(99, hints);
            usableOnReturn(checks, array, 99, "malloc with hints " + hints);
            checks.equal(0, array.segment().address() % 16, "address modulo 16, hints " + hints);
            final SymmetricDoubles longer = Shmem.realloc(array, 9999);
            usableOnReturn(checks, longer, 9999, "realloc with hints " + hints);
            free(longer);
        }
        for (long wrong : new long[] {4, -1, Long.MIN_VALUE}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "hints " + wrong,
                    () -> mallocDoublesWithHints(1, wrong),
                    "hints=" + wrong);
        }
    }

    @Case
    void realloc(Checks checks) {
        final int length = 1001;
        SymmetricDoubles array = Shmem.realloc((SymmetricDoubles) null, length);
        usableOnReturn(checks, array, length, "realloc of null");
        array.segment().copyFrom(MemorySegment.ofArray(sequence(myPe(), length)));
        final SymmetricDoubles blocker = filled(4, 10);
        for (int to : new int[] {1002, 5000, 250_000, 4000, 1000, 999, 3, 1, 700}) {
            final SymmetricDoubles old = array;
            array = Shmem.realloc(old, to);
            final int kept = (int) Math.min(old.length(), to);
            checks.that(!old.isAlive(), "the old array is dead after realloc to " + to);
            checks.equal(to, array.length(), "length after realloc");
            checks.same(
                    MemorySegment.ofArray(sequence(myPe(), kept)),
                    array.slice(0, kept).segment(),
                    "the first " + kept + " elements after realloc to " + to);
            array.segment().copyFrom(MemorySegment.ofArray(sequence(myPe(), to)));
            barrierAll();
        }
        checks.same(MemorySegment.ofArray(sequence(4, 10)), blocker.segment(), "the block behind");
        final SymmetricDoubles live = array;
        checks.refused(
                ShmemOutOfMemoryException.class,
                "realloc beyond the heap",
                () -> Shmem.realloc(live, Long.MAX_VALUE / 16),
                "");
        checks.that(live.isAlive() && live.length() == 700, "the block after a realloc that failed");
        checks.thrown(IllegalArgumentException.class, "a negative length", () -> Shmem.realloc(live, -1), "nelems=-1");
        checks.thrown(
                IllegalArgumentException.class, "realloc of a part", () -> Shmem.realloc(live.at(1), 4), "array=");
        checks.that(Shmem.realloc(live, 0) == null, "realloc to 0 is null");
        checks.that(!live.isAlive(), "realloc to 0 frees");
        checks.thrown(IllegalStateException.class, "realloc of a freed array", () -> Shmem.realloc(live, 3), "array=");
        checks.that(Shmem.realloc((SymmetricDoubles) null, 0) == null, "realloc of null to 0 is null");
        alignedRealloc(checks);
        free(blocker);
    }

    private static void alignedRealloc(Checks checks) {
        SymmetricDoubles aligned = alignDoubles(8192, 100);
        aligned.segment().copyFrom(MemorySegment.ofArray(sequence(8, 100)));
        final SymmetricDoubles behind = mallocDoubles(1);
        aligned = Shmem.realloc(aligned, 60_000);
        checks.same(
                MemorySegment.ofArray(sequence(8, 100)),
                aligned.slice(0, 100).segment(),
                "realloc of an aligned block");
        usableOnReturn(checks, aligned, 60_000, "realloc of an aligned block");
        free(behind);
        free(aligned);
    }
}
