package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;

/** The cases of the operations on {@code double}, one for each row of the table. */
final class DoublesCases {
    @Case
    void put(Checks checks) {
        puts(checks, Shape.Kind.CONTIGUOUS);
        ZeroLength.check(checks, "put", "SymmetricDoubles");
    }

    @Case
    void putNbi(Checks checks) {
        puts(checks, Shape.Kind.CONTIGUOUS_NBI);
        ZeroLength.check(checks, "putNbi", "SymmetricDoubles");
        manyPutsOutstanding(checks);
    }

    @Case
    void iput(Checks checks) {
        puts(checks, Shape.Kind.STRIDED);
        ZeroLength.check(checks, "iput", "SymmetricDoubles");
    }

    @Case
    void ibput(Checks checks) {
        puts(checks, Shape.Kind.BLOCKS);
        ZeroLength.check(checks, "ibput", "SymmetricDoubles");
        blocksOfOneAreIputAndBlocksWithoutGapsArePut(checks);
    }

    @Case
    void get(Checks checks) {
        gets(checks, Shape.Kind.CONTIGUOUS);
        ZeroLength.check(checks, "get", "SymmetricDoubles");
    }

    @Case
    void getNbi(Checks checks) {
        gets(checks, Shape.Kind.CONTIGUOUS_NBI);
        ZeroLength.check(checks, "getNbi", "SymmetricDoubles");
        manyGetsOutstanding(checks);
    }

    @Case
    void iget(Checks checks) {
        gets(checks, Shape.Kind.STRIDED);
        ZeroLength.check(checks, "iget", "SymmetricDoubles");
    }

    @Case
    void ibget(Checks checks) {
        gets(checks, Shape.Kind.BLOCKS);
        ZeroLength.check(checks, "ibget", "SymmetricDoubles");
    }

    private static void puts(Checks checks, Shape.Kind kind) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                DoublesPuts.allForms(checks, route, kind);
            }
        }
        DoublesPuts.large(checks, Route.facade(), kind);
    }

    private static void gets(Checks checks, Shape.Kind kind) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                DoublesGets.allForms(checks, route, kind);
            }
        }
        DoublesGets.large(checks, Route.facade(), kind);
    }

    private static double[] sequence(long seed, int length) {
        return DoublesValues.sequence(seed, 0, length);
    }

    private static SymmetricDoubles filled(long seed, int length) {
        final SymmetricDoubles array = mallocDoubles(length);
        array.segment().copyFrom(MemorySegment.ofArray(sequence(seed, length)));
        return array;
    }

    private void manyPutsOutstanding(Checks checks) {
        final int count = 1500;
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final double[] source = sequence(100 + myPe(), 3 * count);
        final MemorySegment segment = MemorySegment.ofArray(source.clone());
        final SymmetricDoubles dest = filled(5, 3 * count);
        barrierAll();
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                CTX_DEFAULT.putNbi(dest, 3L * i, source, 3L * i, 2, next);
            } else {
                CTX_DEFAULT.putNbi(dest, 3L * i, segment, 3L * i, 2, next);
            }
        }
        quiet();
        final double[] here = new double[2];
        Shmem.get(here, 0, dest, 3L * (count - 1), 2, next);
        checks.same(
                MemorySegment.ofArray(source).asSlice(3L * (count - 1) * Double.BYTES, 2L * Double.BYTES),
                MemorySegment.ofArray(here),
                "the last of " + count + " outstanding puts, read back after quiet");
        barrierAll();
        final double[] model = sequence(5, 3 * count);
        final double[] theirs = sequence(100 + previous, 3 * count);
        for (int i = 0; i < count; i++) {
            System.arraycopy(theirs, 3 * i, model, 3 * i, 2);
        }
        checks.same(MemorySegment.ofArray(model), dest.segment(), count + " outstanding puts");
        free(dest);
    }

    private void manyGetsOutstanding(Checks checks) {
        final int count = 1500;
        final int next = (myPe() + 1) % nPes();
        final SymmetricDoubles source = filled(200 + myPe(), 3 * count);
        final double[] dest = sequence(6, 3 * count);
        barrierAll();
        for (int i = 0; i < count; i++) {
            Shmem.getNbi(dest, 3L * i, source, 3L * i, 2, next);
        }
        quiet();
        final double[] model = sequence(6, 3 * count);
        final double[] theirs = sequence(200 + next, 3 * count);
        for (int i = 0; i < count; i++) {
            System.arraycopy(theirs, 3 * i, model, 3 * i, 2);
        }
        checks.same(MemorySegment.ofArray(model), MemorySegment.ofArray(dest), count + " outstanding gets");
        barrierAll();
        free(source);
    }

    private void blocksOfOneAreIputAndBlocksWithoutGapsArePut(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final double[] source = sequence(9, 64);
        final SymmetricDoubles one = filled(3, 64);
        final SymmetricDoubles other = filled(3, 64);
        barrierAll();
        Shmem.iput(one, source, 3, 2, 20, next);
        Shmem.ibput(other, source, 3, 2, 1, 20, next);
        barrierAll();
        checks.same(one.segment(), other.segment(), "ibput with bsize=1 against iput");
        barrierAll();
        Shmem.put(one, source, 40, next);
        Shmem.ibput(other, source, 8, 8, 8, 5, next);
        barrierAll();
        checks.same(one.segment(), other.segment(), "ibput with bsize equal to both strides against put");
        free(other);
        free(one);
    }

    @Case
    void p(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final DoublesRoutines via = route.as(DoublesRoutines.class);
                final int lane = Values.specials() + 2;
                final SymmetricDoubles dest = filled(11, lane * nPes());
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    final long start = (long) lane * myPe();
                    via.p(dest.at(start), Values.toDouble(Values.special(0)), pe);
                    for (int i = 1; i < Values.specials(); i++) {
                        via.p(dest, start + i, Values.toDouble(Values.special(i) + pe), pe);
                    }
                }
                route.quiet();
                barrierAll();
                final double[] model = sequence(11, lane * nPes());
                for (int i = 0; i < Values.specials() * nPes(); i++) {
                    final int which = i % Values.specials();
                    final long bits = Values.special(which) + (which == 0 ? 0 : myPe());
                    model[i / Values.specials() * lane + which] = Values.toDouble(bits);
                }
                checks.same(MemorySegment.ofArray(model), dest.segment(), "p by " + route);
                free(dest);
            }
        }
    }

    @Case
    void g(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final DoublesRoutines via = route.as(DoublesRoutines.class);
                final SymmetricDoubles source = mallocDoubles(Values.specials());
                for (int i = 0; i < Values.specials(); i++) {
                    source.set(i, Values.toDouble(Values.special(i) + myPe()));
                }
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    for (int i = 0; i < Values.specials(); i++) {
                        final long expected = Values.raw(Values.toDouble(Values.special(i) + pe));
                        checks.equal(expected, Values.raw(via.g(source, i, pe)), "g of element " + i + " by " + route);
                        checks.equal(expected, Values.raw(via.g(source.at(i), pe)), "g without index by " + route);
                    }
                }
                barrierAll();
                free(source);
            }
        }
    }

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
        usableOnReturn(checks, mallocDoubles(5), 5, "malloc after errors");
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
                checks.equal(0, peer % alignment, "address of the neighbour's copy modulo " + alignment);
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
        checks.thrown(
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

    @Case
    void ptr(Checks checks) {
        final SymmetricDoubles array = filled(20 + myPe(), 100);
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            final SymmetricDoubles view = Shmem.ptr(array, pe);
            checks.that((view != null) == checks.isMapped(pe), "ptr to PE " + pe + " is " + view);
            if (view != null) {
                checks.same(
                        MemorySegment.ofArray(sequence(20 + pe, 100)), view.segment(), "what ptr shows of PE " + pe);
                checks.same(
                        MemorySegment.ofArray(sequence(20 + pe, 100)).asSlice(7L * Double.BYTES),
                        Shmem.ptr(array.at(7), pe).segment(),
                        "ptr to a part on PE " + pe);
                viewIsLocalSideOnly(checks, array, view);
            }
        }
        barrierAll();
        final SymmetricDoubles view = Shmem.ptr(array, next);
        if (view == null) {
            Shmem.p(array, 50, Values.toDouble(myPe()), next);
        } else {
            view.set(50, Values.toDouble(myPe()));
        }
        barrierAll();
        checks.equal(
                Values.raw(Values.toDouble(previous)), Values.raw(array.get(50)), "the neighbour's store through ptr");
        final long seen = Values.raw(Values.toDouble(myPe()));
        checks.equal(
                seen,
                view == null ? Values.raw(Shmem.g(array, 50, next)) : Values.raw(view.get(50)),
                "own store, read back");
        for (int wrong : new int[] {-1, nPes(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            checks.thrown(
                    IllegalArgumentException.class, "ptr to PE " + wrong, () -> Shmem.ptr(array, wrong), "pe=" + wrong);
        }
        checks.thrown(
                NullPointerException.class, "ptr of null", () -> Shmem.ptr((SymmetricDoubles) null, 0), "array=null");
        barrierAll();
        free(array);
        checks.thrown(IllegalStateException.class, "ptr of a freed array", () -> Shmem.ptr(array, 0), "array=");
        if (view != null) {
            checks.thrown(IllegalStateException.class, "load from a view of freed memory", () -> view.get(0), "array=");
        }
    }

    private static void viewIsLocalSideOnly(Checks checks, SymmetricDoubles array, SymmetricDoubles view) {
        checks.equal(-1, view.offset(), "offset of a view");
        checks.that(!addrAccessible(view, 0), "a view is no symmetric address");
        final SymmetricDoubles copy = mallocDoubles(100);
        Shmem.get(copy, array, 100, myPe());
        Shmem.put(copy, view, 100, myPe());
        quiet();
        checks.same(view.segment(), copy.segment(), "a view as the source of a put");
        checks.thrown(
                IllegalArgumentException.class,
                "a view as dest of a put",
                () -> Shmem.put(view, copy, 1, myPe()),
                "dest=");
        checks.thrown(
                IllegalArgumentException.class,
                "a view as source of a get",
                () -> Shmem.get(copy, view, 1, myPe()),
                "source=");
        checks.thrown(IllegalArgumentException.class, "p to a view", () -> Shmem.p(view, view.get(0), myPe()), "dest=");
        checks.thrown(IllegalArgumentException.class, "g of a view", () -> Shmem.g(view, myPe()), "source=");
        checks.thrown(IllegalArgumentException.class, "free of a view", () -> free(view), "array=");
        checks.thrown(IllegalArgumentException.class, "realloc of a view", () -> Shmem.realloc(view, 3), "array=");
        free(copy);
    }

    /** The accessors of the array itself: no row of the table, yet what C does by plain pointers. */
    @Case
    void elementAccess(Checks checks) {
        final int length = Values.specials();
        final SymmetricDoubles array = mallocDoubles(length);
        for (int i = 0; i < length; i++) {
            final double value = Values.toDouble(Values.special(i));
            switch (i % 4) {
                case 0 -> array.set(i, value);
                case 1 -> array.setRelease(i, value);
                case 2 -> array.setVolatile(i, value);
                default -> array.at(i).set(0, value);
            }
        }
        final double[] copy = array.toArray();
        checks.same(MemorySegment.ofArray(copy), array.segment(), "toArray against segment");
        for (int i = 0; i < length; i++) {
            final long bits = Values.raw(Values.toDouble(Values.special(i)));
            checks.equal(bits, Values.raw(array.get(i)), "get");
            checks.equal(bits, Values.raw(array.getAcquire(i)), "getAcquire");
            checks.equal(bits, Values.raw(array.getVolatile(i)), "getVolatile");
            checks.equal(bits, Values.raw(array.slice(i, 1).get(0)), "slice");
            checks.equal(bits, Values.raw(copy[i]), "toArray");
        }
        array.slice(3, 5).fill(Values.toDouble(42));
        for (int i = 0; i < length; i++) {
            final long bits = Values.raw(Values.toDouble(i >= 3 && i < 8 ? 42 : Values.special(i)));
            checks.equal(bits, Values.raw(array.get(i)), "fill of a slice, element " + i);
        }
        checks.equal(0, array.at(length).length(), "length of the empty rest");
        checks.equal(array.offset() + 3L * Double.BYTES, array.at(3).offset(), "offset of a part");
        for (long wrong : new long[] {-1, length, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 61}) {
            outside(checks, array, wrong);
        }
        free(array);
        checks.thrown(IllegalStateException.class, "get of a freed array", () -> array.get(0), "array=");
        checks.thrown(IllegalStateException.class, "set of a freed array", () -> array.set(0, copy[0]), "array=");
        checks.thrown(IllegalStateException.class, "segment of a freed array", array::segment, "array=");
        checks.thrown(IllegalStateException.class, "toArray of a freed array", array::toArray, "array=");
        checks.thrown(IllegalStateException.class, "slice of a freed array", () -> array.slice(0, 1), "array=");
        checks.thrown(IllegalStateException.class, "free of a freed array", () -> free(array), "array=");
    }

    private static void outside(Checks checks, SymmetricDoubles array, long index) {
        final Class<IndexOutOfBoundsException> error = IndexOutOfBoundsException.class;
        final double value = array.get(0);
        final String text = Long.toString(index);
        checks.thrown(error, "get " + index, () -> array.get(index), text);
        checks.thrown(error, "set " + index, () -> array.set(index, value), text);
        checks.thrown(error, "getAcquire " + index, () -> array.getAcquire(index), text);
        checks.thrown(error, "setRelease " + index, () -> array.setRelease(index, value), text);
        checks.thrown(error, "getVolatile " + index, () -> array.getVolatile(index), text);
        checks.thrown(error, "setVolatile " + index, () -> array.setVolatile(index, value), text);
        checks.thrown(error, "slice " + index, () -> array.slice(index, 1), text);
        checks.thrown(error, "slice of a wrong length", () -> array.slice(1, index < 0 ? index : array.length()), "");
        if (index != array.length()) {
            checks.thrown(error, "at " + index, () -> array.at(index), text);
        }
    }

    /** Quality beyond the specification: an aligned element is seen whole, whatever writes it. */
    @Case(atLeast = 2)
    void s20_alignedElementsAreNeverTorn(Checks checks) {
        final SymmetricDoubles array = callocDoubles(16);
        final SymmetricLongs done = callocLongs(1);
        barrierAll();
        if (myPe() == 0) {
            final double[][] patterns = {new double[16], sequenceOf(-1)};
            final long end = System.nanoTime() + 150_000_000L;
            for (int i = 0; i % 64 != 0 || System.nanoTime() < end; i++) {
                final double[] pattern = patterns[i & 1];
                switch (i >> 1 & 3) {
                    case 0 -> Shmem.p(array, 3, pattern[0], 1);
                    case 1 -> Shmem.put(array, pattern, 16, 1);
                    case 2 -> Shmem.iput(array, pattern, 1, 1, 16, 1);
                    default -> Shmem.put(array, 3, pattern, 0, 1, 1);
                }
            }
            quiet();
            Shmem.p(done, 1, 1);
        } else if (myPe() == 1) {
            long seen = 0;
            while (done.getAcquire(0) == 0) {
                seen += whole(array.getAcquire(3)) && whole(array.get(2)) && whole(Shmem.g(array, 5, 1)) ? 0 : 1;
            }
            checks.equal(0, seen, "elements seen torn while PE 0 puts");
        }
        barrierAll();
        tornGets(checks, array, done);
        free(done);
        free(array);
    }

    private static void tornGets(Checks checks, SymmetricDoubles array, SymmetricLongs done) {
        final double[] patterns = {Values.toDouble(0), Values.toDouble(-1)};
        done.set(0, 0);
        array.fill(patterns[0]);
        barrierAll();
        if (myPe() == 1) {
            for (int i = 0; done.getAcquire(0) == 0; i++) {
                array.set(i % 16, patterns[i / 16 & 1]);
            }
        } else if (myPe() == 0) {
            long torn = 0;
            final double[] here = new double[16];
            final long end = System.nanoTime() + 150_000_000L;
            for (int i = 0; i % 64 != 0 || System.nanoTime() < end; i++) {
                Shmem.get(here, array, 16, 1);
                torn += whole(Shmem.g(array, i % 16, 1)) ? 0 : 1;
                for (double value : here) {
                    torn += whole(value) ? 0 : 1;
                }
            }
            Shmem.p(done, 1, 1);
            checks.equal(0, torn, "elements torn in gets while PE 1 stores");
        }
        barrierAll();
    }

    private static boolean whole(double value) {
        final long bits = Values.raw(value);
        return bits == 0 || bits == -1;
    }

    private static double[] sequenceOf(long bits) {
        final double[] values = new double[16];
        java.util.Arrays.fill(values, Values.toDouble(bits));
        return values;
    }
}
