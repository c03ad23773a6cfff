package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Contexts made on the default context: sentences 4 and 6, and many of them at once. */
final class ContextCases {
    @Case
    void s6_destroyIsQuietAndTheDefaultContextStays(Checks checks) {
        final SymmetricLongs array = callocLongs(2);
        barrierAll();
        final int next = (myPe() + 1) % nPes();
        final ShmemContext context = ctxCreate(CTX_NOSTORE);
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
            contexts.add(ctxCreate(i % 8));
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

    @Case(starts = true)
    void aContextDoesNotOutliveTheLibrary(Checks checks) {
        Shmem.init();
        final ShmemContext context = ctxCreate(0);
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
