package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Shmem;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** The cases of symmetric memory without element type, one for each row of the table. */
final class MemoryCases {
    private static final int[] NO_PES = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE};

    @Case
    void addrAccessible(Checks checks) {
        final SymmetricLongs array = mallocLongs(10);
        final MemorySegment segment = array.segment();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.that(accessible(array, pe), "an array on PE " + pe);
            checks.that(accessible(array.at(9), pe), "a part of an array on PE " + pe);
            checks.that(accessible(segment, pe), "a segment of an array on PE " + pe);
            checks.that(accessible(segment.asSlice(8, 8), pe), "a part of a segment on PE " + pe);
            checks.that(!accessible(MemorySegment.ofArray(new long[4]), pe), "a Java array is private");
            checks.that(!accessible(MemorySegment.NULL, pe), "the null address is private");
            try (Arena arena = Arena.ofConfined()) {
                checks.that(!accessible(arena.allocate(64), pe), "native memory is private");
            }
            checks.that(!accessible((MemorySegment) null, pe), "null is private");
            checks.that(!accessible((SymmetricLongs) null, pe), "no array is private");
        }
        for (int pe : NO_PES) {
            checks.that(!accessible(array, pe) && !accessible(segment, pe), "an array on PE " + pe);
        }
        checks.that(!accessible(array, nPes()), "an array on PE " + nPes());
        Shmem.barrierAll();
        Shmem.free(array);
        checks.that(!checks.isStrict() || !accessible(array, 0), "a freed array");
        checks.that(!checks.isStrict() || !accessible(segment, 0), "a segment of freed memory");
    }

    private static boolean accessible(org.jshmem.SymmetricArray array, int pe) {
        return Shmem.addrAccessible(array, pe);
    }

    private static boolean accessible(MemorySegment segment, int pe) {
        return Shmem.addrAccessible(segment, pe);
    }

    @Case
    void free(Checks checks) {
        final SymmetricLongs whole = mallocLongs(100);
        final SymmetricLongs neighbour = mallocLongs(100);
        neighbour.fill(77);
        checks.thrown(IllegalArgumentException.class, "free of a part", () -> Shmem.free(whole.at(1)), "array=");
        final SymmetricLongs alias = whole.slice(0, 50);
        Shmem.free(whole);
        checks.that(!whole.isAlive() && !alias.isAlive(), "free ends an array and its parts");
        checks.thrown(IllegalStateException.class, "a second free", () -> Shmem.free(whole), "array=");
        checks.thrown(IllegalStateException.class, "a free of a part", () -> Shmem.free(alias), "array=");
        checks.equal(77, neighbour.get(0), "the neighbour's first element");
        checks.equal(77, neighbour.get(99), "the neighbour's last element");
        final SymmetricLongs part = neighbour.at(3);
        neighbour.close();
        checks.that(!neighbour.isAlive(), "close frees");
        if (myPe() == 0) {
            neighbour.close(); // no collective any more
            part.close();
            whole.close();
        }
        final SymmetricLongs again = mallocLongs(100);
        final long start = again.offset();
        checks.that(
                !checks.isStrict() || start == whole.offset() || start == neighbour.offset(),
                "freed memory is used again");
        Shmem.free(again);
    }
}
