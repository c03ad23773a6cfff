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

/** The cases of gets of {@code double}, one for each row of the table. */
final class DoublesGetCases {
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

    private static void gets(Checks checks, Shape.Kind kind) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                DoublesGets.allForms(checks, route, kind);
            }
        }
        DoublesGets.large(checks, Route.facade(), kind);
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

    @Case
    void g(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final DoublesRmaRoutines via = route.as(DoublesRmaRoutines.class);
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
}
