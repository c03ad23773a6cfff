package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.filled;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.MemorySegment;
import java.nio.DoubleBuffer;
import org.jshmem.Shmem;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;
import org.jshmem.tck.data.DoublesValues;
import org.jshmem.tck.data.Values;

/** The cases of direct access to {@code double}s: {@code ptr}, the accessors of an array, whole elements. */
final class DoublesAccessCases {
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
    @Case(profile = Profile.JSHMEM)
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

    /** Copies between an array and Java arrays, and within it, of every length and at every place. */
    @Case(profile = Profile.JSHMEM)
    void elementCopies(Checks checks) {
        final int length = 40;
        final SymmetricDoubles array = mallocDoubles(length);
        final double[] values = sequence(31 + myPe(), length);
        for (int nelems = 0; nelems <= length; nelems += 1 + nelems / 4) {
            for (int at : new int[] {0, 1, length - nelems}) {
                for (int from : new int[] {0, length - nelems}) {
                    copies(checks, array, values, Math.min(at, length - nelems), from, nelems);
                }
            }
        }
        final SymmetricDoubles part = array.slice(10, 8);
        final Class<IndexOutOfBoundsException> error = IndexOutOfBoundsException.class;
        final double[] before = array.toArray();
        for (long wrong : new long[] {-1, 7, 9, Long.MAX_VALUE, Long.MIN_VALUE}) {
            checks.thrown(error, "copyFrom to " + wrong, () -> part.copyFrom(wrong, values, 0, 2), "" + wrong);
            checks.thrown(error, "copyTo from " + wrong, () -> part.copyTo(wrong, values, 0, 2), "" + wrong);
            checks.thrown(error, "copyWithin from " + wrong, () -> part.copyWithin(wrong, 0, 2), "" + wrong);
            checks.thrown(error, "copyWithin to " + wrong, () -> part.copyWithin(0, wrong, 2), "" + wrong);
        }
        for (long wrong : new long[] {-1, length - 1, Long.MAX_VALUE}) {
            checks.thrown(error, "copyFrom of " + wrong, () -> part.copyFrom(0, values, wrong, 2), "source");
            checks.thrown(error, "copyTo to " + wrong, () -> part.copyTo(0, values, wrong, 2), "dest");
        }
        checks.thrown(error, "fewer than none", () -> part.copyTo(1, values, 1, -1), "nelems=-1");
        checks.thrown(NullPointerException.class, "no source", () -> part.copyFrom(0, null, 0, 1), "source=null");
        checks.thrown(NullPointerException.class, "no dest", () -> part.copyTo(0, null, 0, 1), "dest=null");
        checks.same(MemorySegment.ofArray(before), array.segment(), "what was refused changes nothing");
        checks.same(
                MemorySegment.ofArray(sequence(31 + myPe(), length)), MemorySegment.ofArray(values), "the Java array");
        barrierAll();
        free(array);
        checks.thrown(IllegalStateException.class, "copyFrom", () -> array.copyFrom(0, values, 0, 1), "freed");
        checks.thrown(IllegalStateException.class, "copyTo", () -> array.copyTo(0, values, 0, 1), "freed");
        checks.thrown(IllegalStateException.class, "copyWithin", () -> array.copyWithin(0, 1, 1), "freed");
        checks.thrown(IllegalStateException.class, "buffer", array::buffer, "freed");
    }

    private static void copies(Checks checks, SymmetricDoubles array, double[] values, int at, int from, int nelems) {
        final int length = values.length;
        final String what = nelems + " elements at " + at + " from " + from;
        final double[] model = DoublesValues.guards(length);
        array.segment().copyFrom(MemorySegment.ofArray(model));
        array.copyFrom(at, values, from, nelems);
        System.arraycopy(values, from, model, at, nelems);
        checks.same(MemorySegment.ofArray(model), array.segment(), "copyFrom of " + what);
        array.copyWithin(from, at, nelems);
        System.arraycopy(model, from, model, at, nelems);
        checks.same(MemorySegment.ofArray(model), array.segment(), "copyWithin of " + what);
        final double[] copy = DoublesValues.guards(length);
        final double[] copied = DoublesValues.guards(length);
        array.copyTo(from, copy, at, nelems);
        System.arraycopy(model, from, copied, at, nelems);
        checks.same(MemorySegment.ofArray(copied), MemorySegment.ofArray(copy), "copyTo of " + what);
    }

    /** A buffer is the memory itself, in the machine's byte order. */
    @Case(profile = Profile.JSHMEM)
    void bufferOfElements(Checks checks) {
        final int length = Values.specials();
        final SymmetricDoubles array = mallocDoubles(length + 2);
        array.fill(Values.toDouble(3));
        final DoubleBuffer buffer = array.slice(1, length).buffer();
        checks.equal(length, buffer.remaining(), "elements");
        for (int i = 0; i < length; i++) {
            buffer.put(i, Values.toDouble(Values.special(i)));
        }
        for (int i = 0; i < length; i++) {
            final long bits = Values.raw(Values.toDouble(Values.special(i)));
            checks.equal(bits, Values.raw(array.get(i + 1L)), "element " + i + " of the array");
            checks.equal(bits, Values.raw(buffer.get(i)), "element " + i + " of the buffer");
        }
        checks.equal(3, Values.raw(array.get(0)), "the element before");
        checks.equal(3, Values.raw(array.get(length + 1L)), "the element after");
        array.set(2, Values.toDouble(5));
        checks.equal(5, Values.raw(buffer.get(1)), "what the array stores");
        barrierAll();
        free(array);
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

    /** Quality beyond the specification: an aligned element is seen whole, whatever writes it. Networks may cut one. */
    @Case(
            on = {Transport.SHR, Transport.CMA},
            atLeast = 2,
            profile = Profile.JSHMEM)
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
                array.set(i & 15, patterns[i >> 4 & 1]); // i may overflow
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
