package org.jshmem.tck.rma;

import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.signal.SizedPutSignals;

/** The cases of the byte and sized operations, one for each size: every form, wired to the bodies. */
final class SizedRmaCases {
    // sized:begin mem 8 16 32 64 128
    // named:begin put64 put64Nbi
    @Case
    void put64(Checks checks) {
        SizedPuts.check(
                checks,
                "put64",
                64 / Byte.SIZE,
                new SizedForms.Put(
                        (via, dest, source, shape, pe) -> via.put64(dest, source, shape.nelems(), pe),
                        (via, dest, source, shape, pe) -> via.put64(dest, source, shape.nelems(), pe),
                        (via, dest, source, shape, pe) -> via.put64(dest, source, shape.nelems(), pe)));
    }

    // named:end
    // named:begin get64 get64Nbi
    @Case
    void get64(Checks checks) {
        SizedGets.check(
                checks,
                "get64",
                64 / Byte.SIZE,
                new SizedForms.Get(
                        (via, dest, source, shape, pe) -> via.get64(dest, source, shape.nelems(), pe),
                        (via, dest, source, shape, pe) -> via.get64(dest, source, shape.nelems(), pe),
                        (via, dest, source, shape, pe) -> via.get64(dest, source, shape.nelems(), pe)));
    }

    // named:end
    // named:begin put64Signal put64SignalNbi
    @Case
    void put64Signal(Checks checks) {
        final SizedPutSignals signals = new SizedPutSignals(checks, 64 / Byte.SIZE);
        signals.check((via, dest, source, n, sig, op, pe) -> via.put64Signal(dest, source, n, sig, 1, op, pe));
        signals.checkSegments(
                (via, dest, source, n, sig, op, pe) -> via.put64Signal(dest, source, n, sig, 1, op, pe),
                (via, dest, source, n, sig, op, pe) -> via.put64Signal(dest, source, n, sig, 1, op, pe));
    }

    // named:end
    // sized:end

    // sized:begin 8 16 32 64 128
    @Case
    void iput64(Checks checks) {
        SizedPuts.check(
                checks,
                "iput64",
                64 / Byte.SIZE,
                new SizedForms.Put(
                        (via, dest, source, shape, pe) ->
                                via.iput64(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) ->
                                via.iput64(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) ->
                                via.iput64(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe)));
    }

    @Case
    void iget64(Checks checks) {
        SizedGets.check(
                checks,
                "iget64",
                64 / Byte.SIZE,
                new SizedForms.Get(
                        (via, dest, source, shape, pe) ->
                                via.iget64(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) ->
                                via.iget64(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) ->
                                via.iget64(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe)));
    }

    @Case
    void ibput64(Checks checks) {
        SizedPuts.check(
                checks,
                "ibput64",
                64 / Byte.SIZE,
                new SizedForms.Put(
                        (via, dest, source, shape, pe) ->
                                via.ibput64(dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) ->
                                via.ibput64(dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) -> via.ibput64(
                                dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe)));
    }

    @Case
    void ibget64(Checks checks) {
        SizedGets.check(
                checks,
                "ibget64",
                64 / Byte.SIZE,
                new SizedForms.Get(
                        (via, dest, source, shape, pe) ->
                                via.ibget64(dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) ->
                                via.ibget64(dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe),
                        (via, dest, source, shape, pe) -> via.ibget64(
                                dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe)));
    }

    // sized:end
}
