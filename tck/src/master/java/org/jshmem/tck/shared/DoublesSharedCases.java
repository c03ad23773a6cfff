package org.jshmem.tck.shared;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.MemorySegment;
import org.jshmem.SharedDoubles;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/** Shared arrays of {@code double}: every PE allocates, its right neighbour uses and frees. */
final class DoublesSharedCases {
    private static final int[] LENGTHS = {1, 2, 63, 1000, 300_001};

    @Case(on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedArray(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs handles = callocLongs(LENGTHS.length);
        final SharedDoubles[] own = new SharedDoubles[LENGTHS.length];
        for (int i = 0; i < LENGTHS.length; i++) {
            own[i] = SharedDoubles.allocate(LENGTHS[i]);
            own[i].segment().copyFrom(MemorySegment.ofArray(sequence(10 * i + myPe(), LENGTHS[i])));
            checks.equal(LENGTHS[i], own[i].length(), "length");
            checks.equal(myPe(), own[i].owner(), "the owner");
            p(handles, i, own[i].handle(), next);
        }
        barrierAll();
        for (int i = 0; i < LENGTHS.length; i++) {
            final SharedDoubles theirs = SharedDoubles.of(handles.get(i));
            checks.equal(LENGTHS[i], theirs.length(), "length of the neighbour's array");
            checks.equal(previous, theirs.owner(), "the owner of the neighbour's array");
            checks.same(
                    MemorySegment.ofArray(sequence(10 * i + previous, LENGTHS[i])),
                    theirs.segment(),
                    "what the neighbour has stored, " + LENGTHS[i] + " elements");
            localSide(checks, theirs, LENGTHS[i]);
            theirs.close();
            checks.that(!theirs.isAlive(), "a closed array is not alive");
        }
        barrierAll();
        for (int i = 0; i < LENGTHS.length; i++) {
            final SharedDoubles gone = own[i];
            checks.thrown(IllegalStateException.class, "copy of memory that another PE freed", gone::toArray, "freed");
            checks.thrown(IllegalStateException.class, "an element of it after that", () -> gone.get(0), "freed");
            if (nPes() == 1) {
                gone.close(); // this PE has freed it
            } else {
                checks.thrown(IllegalStateException.class, "close of what another PE freed", gone::close, "freed");
                checks.thrown(IllegalStateException.class, "the same again", gone::close, "freed");
            }
        }
        barrierAll();
        free(handles);
    }

    /** The source of a put and the destination of a get. */
    private static void localSide(Checks checks, SharedDoubles shared, int length) {
        final SymmetricDoubles copy = mallocDoubles(length);
        put(copy, shared, length, myPe());
        quiet();
        checks.same(shared.segment(), copy.segment(), "put from shared memory");
        copy.segment().copyFrom(MemorySegment.ofArray(sequence(77, length)));
        get(shared, copy, length, myPe());
        checks.same(copy.segment(), shared.segment(), "get to shared memory");
        checks.thrown(IllegalArgumentException.class, "put to it", () -> put(shared, copy, length, 0), "shared memory");
        checks.thrown(IllegalArgumentException.class, "g of it", () -> g(shared, 0), "shared memory");
        free(copy);
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedRealloc(Checks checks) {
        SharedDoubles array = SharedDoubles.allocate(100);
        array.segment().copyFrom(MemorySegment.ofArray(sequence(3, 100)));
        for (int length : new int[] {101, 5000, 60, 250_000, 60}) {
            final SharedDoubles old = array;
            final int kept = (int) Math.min(60, old.length());
            array = old.realloc(length);
            checks.equal(length, array.length(), "length after realloc");
            checks.same(
                    MemorySegment.ofArray(sequence(3, kept)),
                    array.slice(0, kept).segment(),
                    "the first elements after realloc to " + length);
            checks.thrown(IllegalStateException.class, "the old array", old::toArray, "freed");
        }
        final SharedDoubles last = array;
        checks.thrown(IllegalArgumentException.class, "a negative length", () -> last.realloc(-1), "nelems=-1");
        checks.that(array.realloc(0) == null, "realloc to 0 is null");
        checks.thrown(IllegalStateException.class, "realloc to 0 frees", last::toArray, "freed");
        checks.that(SharedDoubles.allocate(0) == null, "allocate of 0 elements is null");
    }
}
