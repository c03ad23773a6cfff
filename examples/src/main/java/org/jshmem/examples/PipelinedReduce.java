package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;

/**
 * The sum of a vector over all PEs, where the next peer's part is on its way while that of the last one is added; two
 * contexts, so that waiting for the one does not wait for the other. Ported from {@code shmem_ctx_pipelined_reduce.c}
 * of the specification.
 */
public final class PipelinedReduce {
    private static final int LENGTH = 8192;

    private PipelinedReduce() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs vector = mallocLongs(LENGTH)) {
            for (int i = 0; i < LENGTH; i++) {
                vector.set(i, (long) myPe() * i);
            }
            final long[] sum = vector.toArray();
            barrierAll();
            addPeers(vector, sum);
            check(sum);
            System.out.println("PE " + myPe() + ": the sum of " + nPes() + " vectors is right");
            barrierAll();
        }
    }

    private static void addPeers(SymmetricLongs vector, long[] sum) {
        final long[][] parts = new long[2][LENGTH];
        try (ShmemContext even = ctxCreate(CTX_PRIVATE);
                ShmemContext odd = ctxCreate(CTX_PRIVATE)) {
            for (int step = 1; step <= nPes(); step++) {
                if (step < nPes()) {
                    final ShmemContext next = step % 2 == 0 ? even : odd;
                    next.getNbi(parts[step % 2], vector, LENGTH, (myPe() + step) % nPes());
                }
                if (step > 1) {
                    final ShmemContext last = step % 2 == 0 ? odd : even;
                    last.quiet();
                    add(sum, parts[(step - 1) % 2]);
                }
            }
        }
    }

    private static void add(long[] sum, long[] part) {
        for (int i = 0; i < LENGTH; i++) {
            sum[i] += part[i];
        }
    }

    private static void check(long[] sum) {
        final long pes = (long) nPes() * (nPes() - 1) / 2;
        for (int i = 0; i < LENGTH; i++) {
            if (sum[i] != pes * i) {
                throw new IllegalStateException("sum[" + i + "] is " + sum[i] + ", not " + pes * i);
            }
        }
    }
}
