package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Route;
import org.jshmem.tck.Surface;
import org.jshmem.tck.rma.LongsRmaRoutines;

/** Sentences 30 and 41 to 45: zero length, overlap, alignment, strides. */
final class ArgumentCases {
    /** Rows whose operations always move an element, or always update a signal. */
    private static final Set<Integer> NEED_MORE = Set.of(12, 18);

    @Case
    void s41_zeroLengthWithNullIsLegalEverywhere(Checks checks) {
        for (Surface.Row row : Surface.rows()) {
            if (row.where().equals("both") && !row.kinds().contains("plain") && !NEED_MORE.contains(row.row())) {
                if (row.kinds().contains("typed")) {
                    ZeroLength.check(checks, row.operation(), null);
                }
                if (row.kinds().contains("sized")) {
                    Surface.SIZES.forEach(size -> ZeroLength.check(checks, row.withSize(size), null));
                }
                if (row.kinds().contains("mem")) {
                    ZeroLength.check(checks, row.withSize("mem"), null);
                }
            }
        }
    }

    @Case
    void s30_zeroLengthMovesNothing(Checks checks) {
        final SymmetricLongs array = mallocLongs(4);
        array.fill(5);
        final SymmetricLongs end = array.at(4);
        final int next = (myPe() + 1) % nPes();
        barrierAll();
        put(array, new long[] {1}, 0, next);
        put(array, 4, new long[0], 0, 0, next);
        put(end, new long[0], 0, next);
        get(new long[0], end, 0, next);
        iput(array, 4, new long[] {1}, 1, 3, 3, 0, next);
        ibput(end, new long[0], 7, 7, 3, 0, next);
        ibput(array, new long[] {1, 2, 3, 4}, 1, 1, 0, 4, next);
        ibget(end, array, 1, 1, 0, 4, next);
        putmem(end, MemorySegment.NULL, 0, next);
        getmem(MemorySegment.NULL, array, 0, next);
        barrierAll();
        for (int i = 0; i < 4; i++) {
            checks.equal(5, array.get(i), "element " + i);
        }
        free(array);
    }

    @Case
    void s42_neighbouringRangesDoNotOverlap(Checks checks) {
        final SymmetricLongs array = mallocLongs(40);
        for (int i = 0; i < 40; i++) {
            array.set(i, i);
        }
        put(array, 0, array, 20, 20, myPe());
        quiet();
        checks.equal(39, array.get(19), "the second half over the first");
        get(array, 20, array, 0, 20, myPe());
        checks.equal(20, array.get(20), "and back");
        for (int i = 0; i < 40; i++) {
            array.set(i, i);
        }
        iput(array, 0, array, 1, 2, 2, 20, myPe());
        quiet();
        for (int i = 0; i < 40; i++) {
            checks.equal(i | 1, array.get(i), "odd elements over even ones, " + i);
        }
        barrierAll();
        free(array);
    }

    /** One block has no next one, so its stride may be anything; the fuzzer found that it was computed with. */
    @Case(profile = Profile.JSHMEM)
    void s42_oneBlockThatOverlapsIsRefusedWhateverTheStride(Checks checks) {
        final SymmetricLongs array = mallocLongs(16);
        array.fill(4);
        for (long stride : new long[] {2, 3, 1L << 60, 1L << 61, 1L << 62, Long.MAX_VALUE}) {
            final Class<IllegalArgumentException> error = IllegalArgumentException.class;
            final int me = myPe();
            checks.thrown(error, "iput " + stride, () -> iput(array, array, stride, stride, 1, me), "dest and source");
            checks.thrown(error, "iput " + stride, () -> iput(array, array, stride, 2, 1, me), "dest and source");
            checks.thrown(error, "iget " + stride, () -> iget(array, array, 2, stride, 1, me), "dest and source");
            checks.thrown(error, "ibget " + stride, () -> ibget(array, array, stride, 8, 2, 1, me), "dest and source");
            checks.thrown(error, "iput64 " + stride, () -> iput64(array, array, stride, 1, 1, me), "dest and source");
            iput(array, 0, array, 1, stride, stride, 1, me);
            ibget(array, 4, array, 8, stride, stride, 2, 1, me);
        }
        barrierAll();
        free(array);
    }

    @Case
    void s43_bytesMoveAtAnyAlignment(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        for (int at = 0; at < 17; at++) {
            for (int from = 0; from < 9; from += 3) {
                final SymmetricBytes dest = callocBytes(64);
                final byte[] source = new byte[64];
                for (int i = 0; i < 64; i++) {
                    source[i] = (byte) (i * 3 + myPe() + 1);
                }
                barrierAll();
                putmem(dest.at(at), MemorySegment.ofArray(source).asSlice(from), 37, next);
                barrierAll();
                for (int i = 0; i < 64; i++) {
                    final boolean inside = i >= at && i < at + 37;
                    final int expected = inside ? (byte) ((i - at + from) * 3 + previous + 1) : 0;
                    checks.equal(expected, dest.get(i), "byte " + i + " at " + at + " from " + from);
                }
                final byte[] back = new byte[37];
                getmem(MemorySegment.ofArray(back), dest.at(at), 37, myPe());
                checks.equal(dest.get(at + 36L), back[36], "the last byte, got");
                free(dest);
            }
        }
    }

    @Case(profile = Profile.JSHMEM)
    void s43_sizedFormsNeedNaturalAlignment(Checks checks) {
        final SymmetricBytes array = callocBytes(256);
        final MemorySegment local = MemorySegment.ofArray(new byte[64]);
        final Class<IllegalArgumentException> error = IllegalArgumentException.class;
        put8(array.at(1), local, 1, myPe());
        for (int wrong : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15}) {
            final SymmetricBytes part = array.at(wrong);
            final MemorySegment raw = array.segment().asSlice(wrong);
            if (wrong % 2 != 0) {
                checks.thrown(error, "put16 at " + wrong, () -> put16(part, local, 1, myPe()), "dest");
                checks.thrown(error, "get16 at " + wrong, () -> get16(local, raw, 1, myPe()), "source");
            }
            if (wrong % 4 != 0) {
                checks.thrown(error, "put32 at " + wrong, () -> put32Nbi(part, local, 1, myPe()), "dest");
                checks.thrown(error, "iput32 at " + wrong, () -> iput32(raw, local, 1, 1, 1, myPe()), "dest");
            }
            if (wrong % 8 != 0) {
                checks.thrown(error, "put64 at " + wrong, () -> put64(raw, local, 1, myPe()), "dest");
                checks.thrown(error, "ibget64 at " + wrong, () -> ibget64(local, part, 1, 1, 1, 1, myPe()), "source");
            }
            checks.thrown(error, "get128 at " + wrong, () -> get128(local, part, 1, myPe()), "source");
            checks.thrown(error, "put128 at " + wrong, () -> put128(raw, local, 1, myPe()), "dest");
        }
        for (int i = 0; i < 256; i++) {
            checks.equal(0, array.get(i), "byte " + i);
        }
        barrierAll();
        free(array);
    }

    @Case
    void s44_stridesAreOneOrMoreAndAtLeastABlock(Checks checks) {
        final SymmetricDoubles array = callocDoubles(100);
        final double[] local = new double[100];
        java.util.Arrays.fill(local, 1);
        final Class<IllegalArgumentException> error = IllegalArgumentException.class;
        for (long wrong : new long[] {0, -1, Long.MIN_VALUE}) {
            checks.thrown(error, "dst " + wrong, () -> iput(array, local, wrong, 1, 2, myPe()), "dst=" + wrong);
            checks.thrown(error, "sst " + wrong, () -> iput(array, local, 1, wrong, 2, myPe()), "sst=" + wrong);
            checks.thrown(error, "dst " + wrong, () -> iget(local, array, wrong, 1, 2, myPe()), "dst=" + wrong);
        }
        for (long wrong : new long[] {-1, Long.MIN_VALUE}) {
            checks.thrown(error, "bsize " + wrong, () -> ibput(array, local, 3, 3, wrong, 2, myPe()), "bsize=" + wrong);
            checks.thrown(error, "bsize " + wrong, () -> ibget(local, array, 3, 3, wrong, 2, myPe()), "bsize=" + wrong);
            checks.thrown(error, "nblocks " + wrong, () -> ibput(array, local, 3, 3, 0, wrong, myPe()), "nblocks=");
        }
        checks.thrown(error, "dst < bsize", () -> ibput(array, local, 3, 5, 4, 2, myPe()), "dst=3", "bsize=4");
        checks.thrown(error, "sst < bsize", () -> ibget(local, array, 5, 3, 4, 2, myPe()), "sst=3", "bsize=4");
        for (double value : array.toArray()) {
            checks.that(value == 0, "nothing was moved");
        }
        ibput(array, local, 4, 5, 4, 2, myPe());
        quiet();
        checks.that(array.get(7) == 1 && array.get(8) == 0, "a stride equal to the block size");
        iput(array, 50, local, 0, Long.MAX_VALUE, Long.MAX_VALUE, 1, myPe());
        ibput(array, 60, local, 0, 1L << 61, 1L << 60, 3, 1, myPe());
        quiet();
        checks.that(array.get(50) == 1 && array.get(62) == 1, "a stride does not matter for one block");
        checks.that(array.get(51) == 0 && array.get(63) == 0 && array.get(59) == 0, "one block only");
        barrierAll();
        free(array);
    }

    /** One block has no next one; in bytes these strides are negative, 0, or less than a block. */
    @Case
    void s44_oneBlockMovesWhateverItsStride(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final SymmetricInts array = callocInts(16);
        final SymmetricInts sent = mallocInts(16);
        final MemorySegment segment = Arena.ofAuto().allocate(16 * Integer.BYTES, Integer.BYTES);
        final int[] local = new int[16];
        for (int i = 0; i < 16; i++) {
            sent.set(i, i);
            local[i] = i;
            segment.setAtIndex(ValueLayout.JAVA_INT, i, i);
        }
        for (long far : new long[] {1L << 60, 1L << 61, 1L << 62, (1L << 62) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            final long near = 3;
            iput(array, 1, sent, 1, far, near, 1, next);
            iput(array, 2, local, 2, near, far, 1, next);
            iput(array, 3, segment, 3, far, far, 1, next);
            ibput(array, 4, sent, 4, near, far, 3, 1, next);
            ibput(array, 7, local, 7, far, near, 3, 1, next);
            ibput(array, 10, segment, 10, near, far, 3, 1, next);
            iput32(array.at(13), sent.at(13), far, far, 1, next);
            ibput32(array.at(14), segment.asSlice(14 * Integer.BYTES), far, near, 2, 1, next);
            barrierAll();
            for (int i = 1; i < 16; i++) {
                checks.equal(i, array.get(i), "element " + i + " put with stride " + far);
                array.set(i, 0);
                local[i] = 0;
                segment.setAtIndex(ValueLayout.JAVA_INT, i, 0);
            }
            iget(array, 1, sent, 1, far, near, 1, next);
            ibget(array, 4, sent, 4, near, far, 3, 1, next);
            iget(local, 2, sent, 2, near, far, 1, next);
            ibget(local, 7, sent, 7, far, near, 3, 1, next);
            iget(segment, 3, sent, 3, far, far, 1, next);
            ibget(segment, 10, sent, 10, near, far, 3, 1, next);
            iget32(array.at(13), sent.at(13), far, far, 1, next);
            ibget32(segment.asSlice(14 * Integer.BYTES), sent.at(14), far, near, 2, 1, next);
            for (int i = 1; i < 16; i++) {
                final int got = array.get(i) + local[i] + segment.getAtIndex(ValueLayout.JAVA_INT, i);
                checks.equal(i, got, "element " + i + " got with stride " + far);
                array.set(i, 0);
                local[i] = i;
                segment.setAtIndex(ValueLayout.JAVA_INT, i, i);
            }
            barrierAll();
        }
        free(sent);
        free(array);
    }

    @Case(profile = Profile.JSHMEM)
    void s45_aTargetThatIsNoPeThrows(Checks checks) {
        final SymmetricLongs array = callocLongs(4);
        for (int wrong : new int[] {-1, nPes(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (Route any : Route.all()) {
                try (Route route = any) {
                    final LongsRmaRoutines via = route.as(LongsRmaRoutines.class);
                    final Class<IllegalArgumentException> error = IllegalArgumentException.class;
                    checks.thrown(error, "p to " + wrong, () -> via.p(array, 1L, wrong), "pe=" + wrong);
                    checks.thrown(error, "g from " + wrong, () -> via.g(array, wrong), "pe=" + wrong);
                    checks.thrown(error, "put to " + wrong, () -> via.put(array, new long[1], 1, wrong), "pe=" + wrong);
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            checks.equal(0, array.get(i), "element " + i);
        }
        barrierAll();
        free(array);
    }
}
