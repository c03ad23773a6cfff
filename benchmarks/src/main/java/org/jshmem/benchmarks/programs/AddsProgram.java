package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** Atomic additions to memory of one other PE, on another node if there are two, and a quiet. */
final class AddsProgram implements Program {
    private final SymmetricLongs dest;
    private final boolean isSession;
    private final int partner = Indices.partner();

    /**
     * Collective.
     *
     * @param isSession whether they are made in a session
     */
    AddsProgram(int adds, boolean isSession) {
        this.dest = callocLongs(adds);
        this.isSession = isSession;
    }

    @Override
    public void pass() {
        if (isSession) {
            ctxSessionStart(CTX_DEFAULT, CTX_SESSION_BATCH);
        }
        add();
        quiet();
        if (isSession) {
            ctxSessionStop(CTX_DEFAULT);
        }
    }

    private void add() {
        for (int i = 0; i < dest.length(); i++) {
            atomicAdd(dest, i, i, partner);
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
