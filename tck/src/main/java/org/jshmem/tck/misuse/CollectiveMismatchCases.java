package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/**
 * PEs that call different collectives: reported on every PE, with what each of them was calling, and the library works
 * afterwards.
 */
final class CollectiveMismatchCases {
    private void check(Checks checks, Checks.Call mine, String... texts) {
        final SymmetricLongs before = mallocLongs(100);
        before.fill(31);
        final String[] named = java.util.Arrays.copyOf(texts, texts.length + 2);
        named[texts.length] = "PE 0";
        named[texts.length + 1] = "PE " + (nPes() - 1);
        checks.thrown(ShmemException.class, "different calls", mine, named);
        barrierAll();
        checks.that(before.isAlive(), "a block from before");
        checks.equal(31, before.get(99), "its content");
        final SymmetricLongs after = mallocLongs(100);
        p(after, 1, myPe(), (myPe() + 1) % nPes());
        barrierAll();
        checks.equal((myPe() + nPes() - 1) % nPes(), after.get(1), "a put afterwards");
        final SymmetricLongs offsets = mallocLongs(nPes());
        for (int pe = 0; pe < nPes(); pe++) {
            p(offsets, myPe(), after.offset(), pe);
        }
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.equal(after.offset(), offsets.get(pe), "the heaps are alike: PE " + pe);
        }
        free(offsets);
        free(after);
        free(before);
    }

    private static boolean odd() {
        return myPe() == nPes() - 1;
    }

    @Case(atLeast = 2, pes = 3, profile = Profile.JSHMEM)
    void differentSizes(Checks checks) {
        check(checks, () -> mallocLongs(odd() ? 100 : 200), "800", "1600", "malloc");
    }

    /** Of the same size in bytes. */
    @Case(atLeast = 2, pes = 3, profile = Profile.JSHMEM)
    void differentElementTypes(Checks checks) {
        check(
                checks,
                () -> {
                    if (odd()) {
                        mallocInts(20);
                    } else {
                        mallocLongs(10);
                    }
                },
                "malloc of 80 bytes for int elements",
                "malloc of 80 bytes for long elements");
        check(
                checks,
                () -> {
                    if (odd()) {
                        callocBytes(24L << 20);
                    } else {
                        callocDoubles(3L << 20);
                    }
                },
                "bytes for byte elements",
                "bytes for double elements");
        check(
                checks,
                () -> {
                    if (odd()) {
                        alignFloats(64, 2);
                    } else {
                        alignShorts(64, 4);
                    }
                },
                "align of 8 bytes for float elements, alignment 64",
                "align of 8 bytes for short elements, alignment 64");
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void sizesThatNeedGrowthOnOnePeOnly(Checks checks) {
        check(checks, () -> mallocBytes(odd() ? 8 : 200L << 20), "malloc of 8 ", Long.toString(200L << 20));
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void aSizeThatFitsNoHeapOnOnePe(Checks checks) {
        check(checks, () -> mallocBytes(odd() ? 8 : 1L << 50), "malloc of 8 ", Long.toString(1L << 50));
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void mallocAgainstCalloc(Checks checks) {
        check(
                checks,
                () -> {
                    if (odd()) {
                        callocLongs(10);
                    } else {
                        mallocLongs(10);
                    }
                },
                "malloc",
                "calloc");
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void differentAlignments(Checks checks) {
        check(checks, () -> alignLongs(odd() ? 64 : 4096, 10), "align", "64", "4096");
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void differentHints(Checks checks) {
        check(checks, () -> mallocLongsWithHints(10, odd() ? MALLOC_ATOMICS_REMOTE : MALLOC_SIGNAL_REMOTE), "hints");
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void mallocAgainstFree(Checks checks) {
        final SymmetricLongs block = mallocLongs(50);
        block.fill(4);
        check(
                checks,
                () -> {
                    if (odd()) {
                        free(block);
                    } else {
                        mallocLongs(10);
                    }
                },
                "malloc",
                "free");
        checks.that(block.isAlive(), "the free was taken back");
        checks.equal(4, block.get(49), "its content");
        free(block);
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void freesOfDifferentBlocks(Checks checks) {
        final SymmetricLongs one = mallocLongs(50);
        final SymmetricLongs other = mallocLongs(50);
        check(
                checks,
                () -> free(odd() ? one : other),
                "free",
                Long.toString(one.offset()),
                Long.toString(other.offset()));
        checks.that(one.isAlive() && other.isAlive(), "both are alive");
        free(one);
        free(other);
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void barrierAgainstMalloc(Checks checks) {
        check(
                checks,
                () -> {
                    if (odd()) {
                        Shmem.barrierAll();
                    } else {
                        mallocLongs(10);
                    }
                },
                "malloc",
                "barrierAll");
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void barrierAgainstSync(Checks checks) {
        check(
                checks,
                () -> {
                    if (odd()) {
                        Shmem.barrierAll();
                    } else {
                        Shmem.syncAll();
                    }
                },
                "barrierAll",
                "syncAll");
    }

    @Case(atLeast = 2, profile = Profile.JSHMEM)
    void differentReallocs(Checks checks) {
        final SymmetricLongs block = mallocLongs(50);
        block.fill(myPe());
        check(checks, () -> realloc(block, odd() ? 60 : 6000), "realloc", "480", "48000");
        checks.that(block.isAlive() && block.length() == 50, "the block is as it was");
        checks.equal(myPe(), block.get(49), "its content");
        free(block);
    }

    @Case(atLeast = 2, alone = true, status = Case.FAILURE, profile = Profile.JSHMEM)
    void shutdownAgainstBarrierEndsOrReports(Checks checks) {
        Shmem.init();
        barrierAll();
        checks.that(true, "initialised");
        checks.vote();
        if (odd()) {
            shutdown();
        } else {
            barrierAll();
        }
        System.exit(0);
    }
}
