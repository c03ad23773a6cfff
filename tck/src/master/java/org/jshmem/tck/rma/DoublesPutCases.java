package org.jshmem.tck.rma;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.filled;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.MemorySegment;
import org.jshmem.Shmem;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.Values;
import org.jshmem.tck.misuse.ZeroLength;

/** The cases of puts of {@code double}, one for each row of the table. */
final class DoublesPutCases {
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

    private static void puts(Checks checks, Shape.Kind kind) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                DoublesPuts.allForms(checks, route, kind);
            }
        }
        DoublesPuts.large(checks, Route.facade(), kind);
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
                final DoublesRmaRoutines via = route.as(DoublesRmaRoutines.class);
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
}
