package org.jshmem.tck.shared;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.SharedDoubles;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.Transport;
import org.jshmem.tck.rma.DoublesRmaRoutines;

/**
 * Shared arrays of {@code double}, which PEs of other nodes put to and get from. Every PE has an array for each other
 * PE; that one keeps a model of what is in it, and the owner has the last look.
 */
final class DoublesRemoteSharedCases {
    private static final long[] BYTES = {8, 64, 1000, 9000, 70_000, 4 << 20};

    @Case(
            pes = {2, 3},
            on = {Transport.OFI, Transport.NODES})
    void sharedArrayElsewhere(Checks checks) {
        for (long bytes : BYTES) {
            exchange(checks, (int) (bytes / Double.BYTES));
        }
    }

    private static void exchange(Checks checks, int length) {
        final SymmetricLongs handles = callocLongs(nPes());
        final SymmetricLongs signals = callocLongs(nPes());
        final SymmetricDoubles copy = mallocDoubles(length);
        final SharedDoubles[] own = new SharedDoubles[nPes()];
        for (int pe = 0; pe < nPes(); pe++) {
            own[pe] = SharedDoubles.allocate(length);
            own[pe].segment().copyFrom(MemorySegment.ofArray(sequence(seed(myPe(), pe), length)));
            p(handles, myPe(), own[pe].handle(), pe);
        }
        barrierAll();
        for (int owner = 0; owner < nPes(); owner++) {
            if (!checks.isMapped(owner)) {
                new DoublesRemoteSharedCases(checks, handles.get(owner), owner, length, copy).use(signals);
            }
        }
        for (int pe = 0; pe < nPes(); pe++) {
            if (!checks.isMapped(pe)) {
                signalWaitUntil(signals, pe, Cmp.EQ, 1);
                checks.same(
                        MemorySegment.ofArray(sequence(seed(myPe(), pe) + 3, length)),
                        own[pe].segment(),
                        "what PE " + pe + " has put with a signal, " + length + " elements");
            }
        }
        barrierAll();
        for (SharedDoubles each : own) {
            each.close();
        }
        free(copy);
        free(signals);
        free(handles);
    }

    private static long seed(int owner, int user) {
        return 1000L * owner + 10L * user;
    }

    private final Checks checks;
    private final int owner;
    private final int length;
    private final SharedDoubles array;
    private final SymmetricDoubles copy;
    private double[] model;

    /** For the kit. */
    DoublesRemoteSharedCases() {
        this(null, 0, 0, 0, null);
    }

    /** The use of one array. */
    private DoublesRemoteSharedCases(Checks checks, long handle, int owner, int length, SymmetricDoubles copy) {
        this.checks = checks;
        this.owner = owner;
        this.length = length;
        this.array = handle == 0 ? null : SharedDoubles.of(handle);
        this.copy = copy;
        this.model = sequence(seed(owner, copy == null ? 0 : myPe()), length);
    }

    private void use(SymmetricLongs signals) {
        checks.equal(length, array.length(), "length of an array elsewhere");
        checks.equal(owner, array.owner(), "its owner");
        checks.that(array == SharedDoubles.of(array.handle()), "the same array for the same handle");
        look("what the owner has stored");
        for (Route each : new Route[] {Route.facade(), Route.context(CTX_PRIVATE)}) {
            try (Route route = each) {
                final DoublesRmaRoutines via = route.as(DoublesRmaRoutines.class);
                whole(route, via);
                strided(route, via);
                parts(route, via);
            }
        }
        model = sequence(seed(owner, myPe()) + 3, length);
        copy.segment().copyFrom(MemorySegment.ofArray(model));
        putSignal(array, 0, copy, 0, length, signals, myPe(), 1, SignalOp.SET, owner);
    }

    private void look(String what) {
        final double[] seen = new double[length];
        get(seen, array, length, owner);
        checks.same(MemorySegment.ofArray(model), MemorySegment.ofArray(seen), what + ", " + length + " elements");
    }

    private void whole(Route route, DoublesRmaRoutines via) {
        model = sequence(seed(owner, myPe()) + 1, length);
        via.put(array, 0, model, 0, length, owner);
        route.quiet();
        look("put from a Java array");
        model = sequence(seed(owner, myPe()) + 2, length);
        copy.segment().copyFrom(MemorySegment.ofArray(model));
        via.putNbi(array, 0, copy, 0, length, owner);
        route.quiet();
        look("putNbi from symmetric memory");
        copy.fill(model[0]);
        via.getNbi(copy, 0, array, 0, length, owner);
        route.quiet();
        checks.same(MemorySegment.ofArray(model), copy.segment(), "getNbi to symmetric memory");
        final MemorySegment segment = MemorySegment.ofArray(new byte[length * Double.BYTES]);
        via.get(segment, 0, array, 0, length, owner);
        checks.same(MemorySegment.ofArray(model), segment, "get to a segment");
    }

    private void strided(Route route, DoublesRmaRoutines via) {
        final int nelems = Math.min(2000, (length + 2) / 3);
        final double[] some = sequence(5, nelems);
        via.iput(array, 0, some, 0, 3, 1, nelems, owner);
        route.quiet();
        for (int i = 0; i < nelems; i++) {
            model[3 * i] = some[i];
        }
        look("iput");
        final double[] back = new double[nelems];
        via.iget(back, 0, array, 0, 1, 3, nelems, owner);
        checks.same(MemorySegment.ofArray(some), MemorySegment.ofArray(back), "iget");
        for (int bsize : new int[] {2, 200}) {
            final int nblocks = length / (2 * bsize);
            if (nblocks > 0) {
                blocks(route, via, bsize, Math.min(nblocks, 50));
            }
        }
    }

    private void blocks(Route route, DoublesRmaRoutines via, int bsize, int nblocks) {
        final double[] some = sequence(6, bsize * nblocks);
        via.ibput(array, 0, some, 0, 2L * bsize, bsize, bsize, nblocks, owner);
        route.quiet();
        for (int i = 0; i < nblocks; i++) {
            System.arraycopy(some, i * bsize, model, 2 * i * bsize, bsize);
        }
        look("ibput of blocks of " + bsize);
        final double[] back = new double[bsize * nblocks];
        via.ibget(back, 0, array, 0, bsize, 2L * bsize, bsize, nblocks, owner);
        checks.same(MemorySegment.ofArray(some), MemorySegment.ofArray(back), "ibget of blocks of " + bsize);
    }

    private void parts(Route route, DoublesRmaRoutines via) {
        final int last = length - 1;
        model[0] = 7;
        model[last] = 8;
        via.p(array, 0, model[0], owner);
        via.p(array.at(last), 0, model[last], owner);
        route.quiet();
        checks.that(via.g(array, last, owner) == model[last], "g of the last element");
        checks.that(via.g(array.slice(0, 1), 0, owner) == model[0], "g of a part");
        final int start = length / 3;
        final double[] some = sequence(9, length / 2);
        via.put(array.slice(start, some.length), 0, some, 0, some.length, owner);
        route.quiet();
        System.arraycopy(some, 0, model, start, some.length);
        look("put to a part");
    }
}
