package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** Puts of 8 bytes to one other PE, on another node if there are two, and a quiet. */
final class PutsProgram implements Program {
    private final SymmetricLongs dest;
    private final boolean isSession;
    private final int partner = Indices.partner();
    private long passes;

    /**
     * Collective.
     *
     * @param isSession whether they are made in a session
     */
    PutsProgram(int puts, boolean isSession) {
        this.dest = callocLongs(puts);
        this.isSession = isSession;
    }

    @Override
    public void pass() {
        if (isSession) {
            ctxSessionStart(CTX_DEFAULT, CTX_SESSION_BATCH);
        }
        passes++;
        put();
        quiet();
        if (isSession) {
            ctxSessionStop(CTX_DEFAULT);
        }
    }

    private void put() {
        for (int i = 0; i < dest.length(); i++) {
            p(dest, i, passes + i, partner);
        }
    }

    /** Once all PEs have ended the pass; the next one follows when all have ended this. */
    @Override
    public long check() {
        barrierAll();
        final long sum = Checks.sum(dest);
        barrierAll();
        return sum;
    }

    @Override
    public void close() {
        free(dest);
    }
}
