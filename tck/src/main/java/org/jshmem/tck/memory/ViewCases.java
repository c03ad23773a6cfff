package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Function;
import org.jshmem.Cmp;
import org.jshmem.SharedBytes;
import org.jshmem.Shmem;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.data.Values;

/** Symmetric memory seen as elements of another type. */
final class ViewCases {
    /** A structure: where its fields are, in bytes. */
    private static final int LOCK = 0;

    private static final int COUNTER = 8;
    private static final int FLAG = 16;
    private static final int SMALL = 20;
    private static final int DATA = 24;
    private static final int DATA_LENGTH = 5;
    private static final int SIZE = DATA + DATA_LENGTH * Double.BYTES;

    private static final int ROUNDS = 50;

    private static final List<Function<SymmetricArray, SymmetricArray>> VIEWS = List.of(
            SymmetricArray::asBytes,
            SymmetricArray::asShorts,
            SymmetricArray::asInts,
            SymmetricArray::asLongs,
            SymmetricArray::asFloats,
            SymmetricArray::asDoubles);

    /** Fields of a structure are locked, counted, awaited and put, and only they change. */
    @Case(pes = 3, profile = Profile.JSHMEM)
    void viewsOfAStructure(Checks checks) {
        final SymmetricBytes block = callocBytes(2L * SIZE);
        final SymmetricBytes structure = block.slice(SIZE, SIZE);
        final SymmetricLongs lock = structure.slice(LOCK, Long.BYTES).asLongs();
        final SymmetricLongs counter = structure.slice(COUNTER, Long.BYTES).asLongs();
        final SymmetricInts flag = structure.slice(FLAG, Integer.BYTES).asInts();
        final SymmetricInts small = structure.slice(SMALL, Integer.BYTES).asInts();
        final SymmetricDoubles data =
                structure.slice(DATA, (long) DATA_LENGTH * Double.BYTES).asDoubles();
        checks.equal(structure.offset() + COUNTER, counter.offset(), "the offset of a field");
        checks.equal(DATA_LENGTH, data.length(), "the length of a field");
        barrierAll();
        for (int round = 0; round < ROUNDS; round++) {
            atomicAdd(counter, 3L, 0);
            atomicInc(small, 0);
            try (var _ = holdLock(lock)) {
                p(data, 1, g(data, 1, 0) + 1, 0);
            }
        }
        barrierAll();
        final int next = (myPe() + 1) % nPes();
        final double[] values = {1.5 + myPe(), 2.5, -3.5};
        putSignal(data, 2, values, 0, 3, lock, 0, 7L, SignalOp.SET, next);
        atomicSet(flag, -1, next);
        waitUntil(flag, Cmp.LT, 0);
        signalWaitUntil(lock, Cmp.EQ, 7);
        final int previous = (myPe() + nPes() - 1) % nPes();
        final MemorySegment raw = structure.segment();
        checks.equal(7, raw.get(ValueLayout.JAVA_LONG_UNALIGNED, LOCK), "the signal");
        final long counted = myPe() == 0 ? (long) ROUNDS * nPes() : 0;
        checks.equal(3 * counted, raw.get(ValueLayout.JAVA_LONG_UNALIGNED, COUNTER), "the counter");
        checks.equal(counted, raw.get(ValueLayout.JAVA_INT_UNALIGNED, SMALL), "the small counter");
        checks.equal(-1, raw.get(ValueLayout.JAVA_INT_UNALIGNED, FLAG), "the flag");
        checks.that(raw.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, DATA) == 0, "the first number");
        checks.that(raw.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, DATA + 8) == counted, "the number under the lock");
        checks.that(raw.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, DATA + 16) == 1.5 + previous, "what was put");
        checks.that(raw.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, DATA + 32) == -3.5, "the last of it");
        for (int i = 0; i < SIZE; i++) {
            checks.equal(0, block.get(i), "byte " + i + " before the structure");
        }
        barrierAll();
        lock.set(0);
        barrierAll();
        free(block);
        for (SymmetricArray view : List.of(lock, counter, flag, small, data)) {
            checks.that(!view.isAlive(), "a view ends with its block: " + view);
            checks.thrown(IllegalStateException.class, "a segment of a freed view", view::segment, "freed");
        }
        checks.thrown(IllegalStateException.class, "an atomic on a freed view", () -> atomicAdd(counter, 1L, 0));
        checks.thrown(IllegalStateException.class, "a view of what was freed", structure::asLongs, "freed");
    }

    /** Every type as every other. */
    @Case(profile = Profile.JSHMEM)
    void viewsOfEveryType(Checks checks) {
        final SymmetricBytes block = mallocBytes(80);
        for (int i = 0; i < 80; i++) {
            block.set(i, (byte) Values.mix(i));
        }
        for (Function<SymmetricArray, SymmetricArray> first : VIEWS) {
            final SymmetricArray one = first.apply(block.slice(16, 48));
            for (Function<SymmetricArray, SymmetricArray> second : VIEWS) {
                final SymmetricArray other = second.apply(one);
                checks.equal(block.offset() + 16, other.offset(), "offset of " + other);
                checks.equal(48L / other.elementBytes(), other.length(), "length of " + other);
                checks.same(block.segment().asSlice(16, 48), other.segment(), "the bytes of " + other);
            }
        }
        final SymmetricLongs whole = block.asLongs();
        checks.equal(0, whole.at(10).asInts().length(), "a view of nothing");
        checks.equal(20, whole.asInts().length(), "ints of longs");
        free(whole);
        checks.that(!block.isAlive(), "a view that starts an allocation frees it");
    }

    @Case(profile = Profile.JSHMEM)
    void viewsAreAligned(Checks checks) {
        final SymmetricBytes block = mallocBytes(64);
        for (Function<SymmetricArray, SymmetricArray> view : VIEWS) {
            final int size = view.apply(block).elementBytes();
            for (int start = 0; start <= 16; start++) {
                for (int length = 0; length <= 16; length++) {
                    final SymmetricBytes part = block.slice(start, length);
                    if (start % size == 0 && length % size == 0) {
                        checks.equal(length, view.apply(part).byteLength(), "bytes of a view");
                    } else {
                        checks.thrown(
                                IllegalArgumentException.class,
                                length + " bytes at " + start,
                                () -> {
                                    final var _ = view.apply(part);
                                },
                                start % size == 0 ? "whole number of elements of " + size : "multiple of " + size,
                                "slice()");
                    }
                }
            }
        }
        barrierAll();
        free(block);
    }

    /** What ptr shows, and shared memory. */
    @Case(pes = 3, profile = Profile.JSHMEM)
    void viewsOfOtherMemory(Checks checks) {
        final SymmetricBytes block = callocBytes(16);
        block.slice(8, 8).asLongs().set(40L + myPe());
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            final SymmetricBytes there = ptr(block, pe);
            if (there != null) {
                final SymmetricLongs view = there.asLongs();
                checks.equal(40L + pe, view.get(1), "a view of what ptr shows");
                checks.equal(-1, view.offset(), "its offset");
            }
        }
        final SharedBytes shared = SharedBytes.allocate(24);
        shared.asLongs().fill(9);
        final SymmetricLongs view = shared.slice(8, 16).asLongs();
        p(block.asLongs(), 0, myPe(), myPe());
        Shmem.get(view, 1, block.asLongs(), 0, 1, myPe());
        checks.equal(9, view.get(0), "the word before");
        checks.equal(myPe(), shared.asLongs().get(2), "what was got");
        checks.thrown(IllegalArgumentException.class, "close of a part", view::close, "start");
        shared.close();
        checks.that(!view.isAlive(), "a view ends with its block");
        checks.thrown(IllegalStateException.class, "an element of it", () -> view.get(0), "freed");
        barrierAll();
        free(block);
    }
}
