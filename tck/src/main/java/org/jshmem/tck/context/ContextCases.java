package org.jshmem.tck.context;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Route;
import org.jshmem.tck.Transport;
import org.jshmem.tck.rma.LongsRmaRoutines;

/** Contexts made on the default context: sentences 4 and 6, and many of them at once. */
final class ContextCases {
    @Case
    void ctxCreate(Checks checks) {
        for (long options = 0; options <= (CTX_SERIALIZED | CTX_PRIVATE | CTX_NOSTORE); options++) {
            try (Route route = Route.context(options)) {
                exchangeBy(checks, route);
            }
        }
        for (long wrong : new long[] {8, -1, Long.MIN_VALUE}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "options " + wrong,
                    () -> Shmem.ctxCreate(wrong),
                    "options=" + wrong);
        }
        if (myPe() == 0) {
            try (Route route = Route.context(0)) {
                route.quiet();
                checks.that(true, "creation is not collective");
            }
        }
        for (int i = 0; i < 2000; i++) {
            Shmem.ctxCreate(0).destroy();
        }
        try (Route route = Route.context(0)) {
            exchangeBy(checks, route);
        }
    }

    /** A thread waits for long transfers of its own context while another asks for a word again and again. */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void quietWhileAnotherThreadAsks(Checks checks) throws InterruptedException {
        final int nelems = 4 << 20;
        final SymmetricLongs data = callocLongs(nelems);
        final SymmetricLongs rounds = callocLongs(1);
        final int last = nPes() - 1;
        barrierAll();
        if (myPe() == 0) {
            final Thread sender = Thread.ofPlatform().start(() -> {
                try (ShmemContext context = Shmem.ctxCreate(0)) {
                    for (int round = 1; round <= 10; round++) {
                        data.set(nelems - 1, round);
                        context.putNbi(data, 0, data, 0, nelems, last);
                        context.quiet();
                        atomicSet(rounds, round, last);
                    }
                }
            });
            while (atomicFetch(rounds, last) != 10) {
                Thread.onSpinWait();
            }
            sender.join();
        }
        barrierAll();
        checks.equal(myPe() == 0 || myPe() == last ? 10 : 0, data.get(nelems - 1), "the last put");
        free(rounds);
        free(data);
    }

    private static void exchangeBy(Checks checks, Route route) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(4);
        final LongsRmaRoutines via = route.as(LongsRmaRoutines.class);
        Shmem.barrierAll();
        via.putNbi(array, new long[] {5, 6 + myPe()}, 2, next);
        route.quiet();
        Shmem.barrierAll();
        checks.equal(6 + previous, array.get(1), "a put by " + route);
        checks.equal(5, via.g(array, 0, next), "a get by " + route);
        Shmem.barrierAll();
        Shmem.free(array);
    }

    @Case
    void destroy(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(3000);
        final long[] source = new long[3000];
        java.util.Arrays.fill(source, 9 + myPe());
        final long[] back = new long[1];
        Shmem.barrierAll();
        final ShmemContext context = Shmem.ctxCreate(0);
        context.putNbi(array, source, 3000, next);
        context.getNbi(back, array, 1, myPe());
        context.destroy();
        Shmem.barrierAll();
        checks.equal(9 + previous, array.get(2999), "destroy quiets");
        refusesAll(checks, context, array);
        context.destroy();
        context.close();
        checks.thrown(IllegalStateException.class, "destroy of the default context", CTX_DEFAULT::destroy, "default");
        checks.equal(9 + previous, CTX_DEFAULT.g(array, myPe()), "the default context afterwards");
        Shmem.barrierAll();
        Shmem.free(array);
    }

    private static void refusesAll(Checks checks, ShmemContext context, SymmetricLongs array) {
        final Class<IllegalStateException> error = IllegalStateException.class;
        final long[] values = new long[1];
        checks.thrown(error, "p", () -> context.p(array, 1L, 0), "destroyed");
        checks.thrown(error, "g", () -> context.g(array, 0), "destroyed");
        checks.thrown(error, "put", () -> context.put(array, values, 1, 0), "destroyed");
        checks.thrown(error, "getNbi", () -> context.getNbi(values, array, 1, 0), "destroyed");
        checks.thrown(error, "iput", () -> context.iput(array, values, 1, 1, 1, 0), "destroyed");
        checks.thrown(error, "fence", context::fence, "destroyed");
        checks.thrown(error, "quiet", context::quiet, "destroyed");
        checks.thrown(error, "peQuiet", () -> context.peQuiet(0), "destroyed");
    }

    @Case
    void close(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(10);
        Shmem.barrierAll();
        final ShmemContext context = Shmem.ctxCreate(CTX_PRIVATE);
        try (context) {
            context.putNbi(array, new long[] {3 + myPe()}, 1, next);
        }
        Shmem.barrierAll();
        checks.equal(3 + previous, array.get(0), "close quiets");
        refusesAll(checks, context, array);
        checks.thrown(IllegalStateException.class, "close of the default context", CTX_DEFAULT::close, "default");
        Shmem.barrierAll();
        Shmem.free(array);
    }

    @Case
    void s6_destroyIsQuietAndTheDefaultContextStays(Checks checks) {
        final SymmetricLongs array = callocLongs(2);
        barrierAll();
        final int next = (myPe() + 1) % nPes();
        final ShmemContext context = Shmem.ctxCreate(CTX_NOSTORE);
        context.putNbi(array, new long[] {1, 2}, 2, next);
        context.destroy();
        checks.equal(2, g(array, 1, next), "read back after destroy");
        checks.thrown(IllegalStateException.class, "destroy of the default context", CTX_DEFAULT::destroy, "default");
        checks.thrown(IllegalStateException.class, "use after destroy", () -> context.p(array, 1L, next), "destroyed");
        barrierAll();
        free(array);
    }

    @Case
    void manyContextsAtOnce(Checks checks) {
        final int count = 200;
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(count);
        barrierAll();
        final List<ShmemContext> contexts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            contexts.add(Shmem.ctxCreate(i % 8));
            contexts.get(i).putNbi(array, i, new long[] {i * 10L + myPe()}, 0, 1, next);
        }
        contexts.forEach(ShmemContext::quiet);
        barrierAll();
        for (int i = 0; i < count; i++) {
            checks.equal(i * 10L + previous, array.get(i), "by context " + i);
            contexts.get(i).destroy();
        }
        barrierAll();
        free(array);
    }

    @Case(starts = true, profile = Profile.JSHMEM)
    void aContextDoesNotOutliveTheLibrary(Checks checks) {
        Shmem.init();
        final ShmemContext context = Shmem.ctxCreate(0);
        shutdown();
        checks.thrown(IllegalStateException.class, "quiet after shutdown", context::quiet, "");
        try (var _ = Shmem.init()) {
            final SymmetricLongs array = callocLongs(1);
            checks.thrown(IllegalStateException.class, "p", () -> context.p(array, 1L, myPe()), "shutdown");
            checks.thrown(IllegalStateException.class, "quiet", context::quiet, "shutdown");
            checks.thrown(IllegalStateException.class, "fence", context::fence, "shutdown");
            checks.equal(0, array.get(0), "nothing was moved");
            barrierAll();
            free(array);
        }
    }
}
