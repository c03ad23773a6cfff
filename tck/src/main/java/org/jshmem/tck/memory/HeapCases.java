package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Sentences 46 to 53: the symmetric heap. */
final class HeapCases {
    private static final long MEBI = 1L << 20;
    private static final long GIBI = 1L << 30;

    /** One PE alone calls with 0: a barrier in it would hang, or meet the others in the wrong call. */
    @Case
    void s46_mallocOfZeroIsNullWithoutBarrier(Checks checks) {
        if (myPe() == 0) {
            checks.that(mallocBytes(0) == null, "malloc");
            checks.that(callocShorts(0) == null, "calloc");
            checks.that(alignInts(64, 0) == null, "align");
            checks.that(mallocLongsWithHints(0, MALLOC_ATOMICS_REMOTE) == null, "malloc with hints");
            checks.that(mallocFloats(0) == null, "malloc of floats");
            checks.that(mallocDoubles(0) == null, "malloc of doubles");
            checks.that(realloc((SymmetricInts) null, 0) == null, "realloc of null to 0");
        }
        stillInStep(checks);
    }

    @Case
    void s47_freeOfNullIsNothingWithoutBarrier(Checks checks) {
        if (myPe() == nPes() - 1) {
            free(null);
            free((SymmetricLongs) null);
        }
        stillInStep(checks);
    }

    /** A malloc of the same size meets on every PE, and the block works. */
    private static void stillInStep(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricInts array = mallocInts(3);
        p(array, 1, 40 + myPe(), next);
        barrierAll();
        checks.equal(40 + previous, array.get(1), "the neighbour's put");
        barrierAll();
        free(array);
    }

    @Case
    void s48_reallocOfNullAllocatesAndToZeroFrees(Checks checks) {
        final SymmetricLongs array = realloc((SymmetricLongs) null, 10);
        checks.equal(10, array.length(), "length");
        array.fill(3);
        checks.that(realloc(array, 0) == null, "realloc to 0 is null");
        checks.that(!array.isAlive(), "realloc to 0 frees");
        final SymmetricLongs again = mallocLongs(10);
        checks.that(!checks.isStrict() || array.offset() == again.offset(), "the freed block is used again");
        free(again);
        stillInStep(checks);
    }

    @Case
    void s48_reallocFailureLeavesTheBlock(Checks checks) {
        final SymmetricLongs array = mallocLongs(1000);
        for (int i = 0; i < 1000; i++) {
            array.set(i, i * 7L + myPe());
        }
        checks.refused(ShmemOutOfMemoryException.class, "realloc beyond the heap", () -> realloc(array, 1L << 50), "");
        checks.that(array.isAlive(), "alive");
        checks.equal(1000, array.length(), "length");
        for (int i = 0; i < 1000; i++) {
            checks.equal(i * 7L + myPe(), array.get(i), "element " + i);
        }
        stillInStep(checks);
        final SymmetricLongs longer = realloc(array, 2000);
        checks.equal(999 * 7L + myPe(), longer.get(999), "content after a realloc that works");
        free(longer);
    }

    @Case(alone = true, environment = "SHMEM_SYMMETRIC_SIZE=32M")
    void s49_aFullHeapIsTheSameExceptionOnEveryPe(Checks checks) {
        try (var _ = Shmem.init()) {
            final SymmetricInts counts = mallocInts(nPes());
            for (int round = 0; round < 3; round++) {
                final List<SymmetricBytes> blocks = new ArrayList<>();
                final Throwable thrown = checks.refused(
                        ShmemOutOfMemoryException.class,
                        "malloc until the heap is full",
                        () -> {
                            while (blocks.size() < (checks.isStrict() ? 100 : 1 << 20)) { // a heap may be larger
                                blocks.add(mallocBytes(MEBI));
                            }
                        },
                        Long.toString(MEBI),
                        "SHMEM_SYMMETRIC_SIZE");
                checks.that(
                        blocks.size() >= (checks.isStrict() ? 24 : 1) && (blocks.size() <= 32 || !checks.isStrict()),
                        blocks.size() + " blocks of 1 MiB fit 32 MiB");
                for (int pe = 0; pe < nPes(); pe++) {
                    p(counts, myPe(), thrown == null ? -1 : blocks.size(), pe);
                }
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    checks.equal(blocks.size(), counts.get(pe), "blocks that PE " + pe + " got");
                }
                stillInStep(checks);
                for (int i = 0; i < blocks.size(); i++) {
                    blocks.get(i).set(MEBI - 1, (byte) i);
                }
                for (int i = 0; i < blocks.size(); i++) {
                    checks.equal((byte) i, blocks.get(i).get(MEBI - 1), "last byte of block " + i);
                    free(blocks.get(i));
                }
                if (checks.isStrict()) {
                    final SymmetricBytes most = mallocBytes(24 * MEBI);
                    checks.that(most != null, "what was freed is one block again");
                    free(most);
                }
            }
            free(counts);
        }
    }

    /** Far more than the machine has, in a heap that would hold it: refused before it is touched. */
    @Case(alone = true, environment = "SHMEM_SYMMETRIC_SIZE=1T", profile = Profile.JSHMEM)
    void s49_moreThanTheMachineHasIsTheSameException(Checks checks) {
        try (var _ = Shmem.init()) {
            for (int round = 0; round < 3; round++) {
                checks.thrown(ShmemOutOfMemoryException.class, "malloc of 900 GiB", () -> mallocBytes(900 * GIBI), "");
                stillInStep(checks);
                checks.thrown(
                        ShmemOutOfMemoryException.class, "calloc of 900 GiB", () -> callocLongs(900 * GIBI / 8), "");
                stillInStep(checks);
            }
            final SymmetricLongs array = mallocLongs(5);
            array.fill(6);
            checks.thrown(
                    ShmemOutOfMemoryException.class, "realloc to 900 GiB", () -> realloc(array, 900 * GIBI / 8), "");
            checks.equal(6, array.get(4), "the block afterwards");
            free(array);
        }
    }

    @Case
    void s50_alignmentIsAPowerOfTwoAndBlocksAreAtLeast16(Checks checks) {
        for (int bytes = 1; bytes < 200; bytes += 13) {
            final SymmetricBytes block = mallocBytes(bytes);
            checks.equal(0, block.segment().address() % 16, "malloc of " + bytes + " bytes modulo 16");
            final SymmetricBytes aligned = alignBytes(16 * MEBI, bytes);
            checks.equal(0, aligned.segment().address() % (16 * MEBI), "align to 16 MiB of " + bytes + " bytes");
            free(aligned);
            free(block);
        }
        for (long wrong : new long[] {12, 48, 100, -16}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "alignment " + wrong,
                    () -> alignLongs(wrong, 1),
                    "alignment=" + wrong);
        }
        stillInStep(checks);
    }

    @Case(pes = 3)
    void s52_memoryMayBeUsedByOthersOnReturn(Checks checks) {
        for (int round = 0; round < 200; round++) {
            final int nelems = 64 + round % 7;
            final SymmetricInts array = round % 2 == 0 ? mallocInts(nelems) : callocInts(nelems);
            for (int pe = 0; pe < nPes(); pe++) {
                p(array, myPe(), round + pe, pe);
            }
            barrierAll();
            for (int pe = 0; pe < nPes(); pe++) {
                checks.equal(round + myPe(), array.get(pe), "put by PE " + pe + " right after malloc");
            }
            free(array);
        }
    }

    /** An allocation is a barrier, and completes the operations of the default context. */
    @Case
    void allocationsCompleteTheDefaultContext(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int nelems = 200_000;
        final SymmetricLongs dest = callocLongs(nelems);
        final SymmetricLongs source = callocLongs(nelems);
        final SymmetricLongs word = callocLongs(1);
        for (int round = 1; round <= 20; round++) {
            source.fill(round);
            putNbi(dest, source, nelems, next);
            p(word, round, next);
            final SymmetricLongs more = switch (round % 4) {
                case 0 -> mallocLongs(round);
                case 1 -> callocLongs(round);
                case 2 -> alignLongs(256, round);
                default -> mallocLongsWithHints(round, MALLOC_ATOMICS_REMOTE);
            };
            checks.equal(round, word.get(), "p before an allocation");
            checks.same(source.segment(), dest.segment(), "putNbi before allocation " + round);
            free(more);
        }
        free(word);
        free(source);
        free(dest);
    }

    /**
     * The user's duty: pending operations of other contexts end before a free. Then nothing arrives in a later block.
     */
    @Case
    void s53_nothingArrivesAfterQuietAndFree(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        try (ShmemContext context = ctxCreate(0)) {
            for (int round = 0; round < 50; round++) {
                final SymmetricLongs first = mallocLongs(5000);
                final long[] values = new long[5000];
                Arrays.fill(values, -1);
                context.putNbi(first, values, 5000, next);
                context.quiet();
                free(first);
                final SymmetricLongs second = callocLongs(5000);
                checks.that(!checks.isStrict() || first.offset() == second.offset(), "the same memory");
                checks.that(Arrays.stream(second.toArray()).allMatch(value -> value == 0), "zeros in round " + round);
                free(second);
            }
        }
    }

    @Case(pes = 3)
    void randomAllocationsNeverOverlap(Checks checks) {
        final SplittableRandom random = new SplittableRandom(4711);
        final List<SymmetricInts> live = new ArrayList<>();
        final List<Integer> stamps = new ArrayList<>();
        for (int step = 0; step < 1500; step++) {
            final int choice = random.nextInt(10);
            if (choice < 5 || live.isEmpty()) {
                final int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 500);
                final SymmetricInts array =
                        choice < 3 ? mallocInts(length) : alignInts(1L << (3 + random.nextInt(10)), length);
                add(array, step, live, stamps);
            } else if (choice < 7) {
                final int which = random.nextInt(live.size());
                final SymmetricInts old = live.remove(which);
                final int stamp = stamps.remove(which);
                final int kept = (int) old.length();
                final SymmetricInts array = realloc(old, 1 + random.nextInt(2000));
                checkFilled(checks, array, stamp, Math.min(kept, (int) array.length()));
                add(array, step, live, stamps);
            } else {
                final int which = random.nextInt(live.size());
                final SymmetricInts array = live.remove(which);
                checkFilled(checks, array, stamps.remove(which), (int) array.length());
                free(array);
            }
        }
        for (int i = 0; i < live.size(); i++) {
            checkFilled(checks, live.get(i), stamps.get(i), (int) live.get(i).length());
            free(live.get(i));
        }
    }

    private static void add(SymmetricInts array, int stamp, List<SymmetricInts> live, List<Integer> stamps) {
        array.fill(stamp * 64 + myPe());
        live.add(array);
        stamps.add(stamp);
    }

    private static void checkFilled(Checks checks, SymmetricInts array, int stamp, int length) {
        final int[] expected = new int[length];
        Arrays.fill(expected, stamp * 64 + myPe());
        checks.same(MemorySegment.ofArray(expected), array.slice(0, length).segment(), "elements of block " + stamp);
    }

    @Case(alone = true, environment = "SHMEM_SYMMETRIC_SIZE=64M", seconds = 90, profile = Profile.JSHMEM)
    void churnDoesNotUseUpTheHeap(Checks checks) {
        try (var _ = Shmem.init()) {
            final SplittableRandom random = new SplittableRandom(99);
            final SymmetricBytes[] slots = new SymmetricBytes[64];
            for (int step = 0; step < 5_000; step++) {
                final int slot = random.nextInt(slots.length);
                if (slots[slot] == null) {
                    slots[slot] = mallocBytes(1 + random.nextInt(300_000));
                } else {
                    free(slots[slot]);
                    slots[slot] = null;
                }
            }
            final long used = blockAtEnd(slots);
            checks.that(used < 64 * MEBI, "the blocks end at " + used);
            for (SymmetricBytes slot : slots) {
                free(slot);
            }
            final SymmetricBytes most = mallocBytes(60 * MEBI);
            checks.equal(60 * MEBI, most.length(), "one block of nearly all after 5000 steps");
            free(most);
        }
    }

    private static long blockAtEnd(SymmetricBytes... slots) {
        long end = 0;
        for (SymmetricBytes slot : slots) {
            end = Math.max(end, slot == null ? 0 : slot.offset() + slot.byteLength());
        }
        return end;
    }

    /** Indices are long: an element beyond 2^31, on every PE. */
    @Case(alone = true, atLeast = 2, environment = "SHMEM_SYMMETRIC_SIZE=2.2g", seconds = 120)
    void anElementBeyondTwoToThe31(Checks checks) {
        try (var _ = Shmem.init()) {
            final long length = (1L << 31) + 100;
            final SymmetricBytes array = mallocBytes(length);
            final int next = (myPe() + 1) % nPes();
            final int previous = (myPe() + nPes() - 1) % nPes();
            array.set(0, (byte) 99);
            barrierAll();
            p(array, (1L << 31) + 5, (byte) (11 + myPe()), next);
            put(array, (1L << 31) + 50, new byte[] {7, (byte) (20 + myPe())}, 0, 2, next);
            barrierAll();
            checks.equal(11 + previous, array.get((1L << 31) + 5), "p beyond 2^31");
            checks.equal(20 + previous, array.get((1L << 31) + 51), "put beyond 2^31");
            checks.equal(99, g(array, next), "the first element");
            checks.equal(20 + myPe(), g(array, (1L << 31) + 51, next), "g beyond 2^31");
            final byte[] back = new byte[2];
            iget(back, 0, array, (1L << 31) + 49, 1, 1, 2, next);
            checks.equal(7, back[1], "iget beyond 2^31");
            checks.thrown(
                    IndexOutOfBoundsException.class, "beyond the end", () -> array.get(length), Long.toString(length));
            barrierAll();
            free(array);
        }
    }

    @Case(
            alone = true,
            environment = "SHMEM_SYMMETRIC_SIZE={each}",
            each = {"100g", "2T"},
            profile = Profile.JSHMEM)
    void aHeapLargerThanMemoryThatIsNotTouched(Checks checks) {
        try (var _ = Shmem.init()) {
            stillInStep(checks);
            final SymmetricLongs array = alignLongs(16 * MEBI, 1000);
            array.fill(myPe());
            barrierAll();
            checks.equal((myPe() + 1) % nPes(), g(array, 999, (myPe() + 1) % nPes()), "the neighbour's last element");
            barrierAll();
            free(array);
        }
    }
}
