package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;

/**
 * Random updates in batches: a session tells the library that many small operations of one kind follow, and how many;
 * ported from {@code shmem_ctx_session_example.c} of the specification. Every update is made twice, which undoes an
 * exclusive or.
 */
public final class SessionUpdates {
    private static final int BATCH = 256;
    private static final int BATCHES = 16;
    private static final int WORDS = 1024;

    private SessionUpdates() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs table = callocLongs(WORDS);
                ShmemContext context = ctxCreate(CTX_PRIVATE)) {
            for (int pass = 0; pass < 2; pass++) {
                long random = 2L * myPe() + 1;
                for (int batch = 0; batch < BATCHES; batch++) {
                    ctxSessionStart(context, CTX_SESSION_BATCH, new SessionConfig(BATCH));
                    for (int i = 0; i < BATCH; i++) {
                        random = RandomAccess.next(random);
                        context.atomicXor(table, Long.remainderUnsigned(random, WORDS), random, (int)
                                Long.remainderUnsigned(random >>> 16, nPes()));
                    }
                    ctxSessionStop(context);
                }
            }
            context.quiet();
            barrierAll();
            for (int i = 0; i < WORDS; i++) {
                if (table.get(i) != 0) {
                    throw new IllegalStateException("PE " + myPe() + " lost an update of word " + i);
                }
            }
            System.out.println("PE " + myPe() + " made " + 2 * BATCHES * BATCH + " updates; its table is as it was");
        }
    }
}
