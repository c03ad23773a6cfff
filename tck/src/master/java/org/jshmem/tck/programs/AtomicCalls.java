package org.jshmem.tck.programs;

import org.jshmem.ShmemContext;

/** Atomic operations by their kind. */
final class AtomicCalls {
    private AtomicCalls() {}

    // typed:begin int long
    /** Without a result; 0. */
    static double update(
            ShmemContext context,
            Atomic.Kind kind,
            org.jshmem.SymmetricDoubles dest,
            long index,
            double value,
            int pe) {
        switch (kind) {
            case ADD -> context.atomicAdd(dest, index, value, pe);
            case INC -> context.atomicInc(dest, index, pe);
            case AND -> context.atomicAnd(dest, index, value, pe);
            case OR -> context.atomicOr(dest, index, value, pe);
            case XOR -> context.atomicXor(dest, index, value, pe);
            case SET -> context.atomicSet(dest, index, value, pe);
            case SWAP, COMPARE_SWAP -> throw new IllegalArgumentException(kind + " has a result");
        }
        return 0;
    }

    /** What was there. */
    static double fetch(
            ShmemContext context,
            Atomic.Kind kind,
            org.jshmem.SymmetricDoubles dest,
            long index,
            double value,
            double cond,
            int pe) {
        return switch (kind) {
            case ADD -> context.atomicFetchAdd(dest, index, value, pe);
            case INC -> context.atomicFetchInc(dest, index, pe);
            case AND -> context.atomicFetchAnd(dest, index, value, pe);
            case OR -> context.atomicFetchOr(dest, index, value, pe);
            case XOR -> context.atomicFetchXor(dest, index, value, pe);
            case SWAP -> context.atomicSwap(dest, index, value, pe);
            case COMPARE_SWAP -> context.atomicCompareSwap(dest, index, cond, value, pe);
            case SET -> throw new IllegalArgumentException(kind + " has no result");
        };
    }

    /** What was there, once the context is quiet. */
    static void fetchLater(
            ShmemContext context,
            Atomic.Kind kind,
            double[] fetched,
            org.jshmem.SymmetricDoubles dest,
            long index,
            double value,
            double cond,
            int pe) {
        switch (kind) {
            case ADD -> context.atomicFetchAddNbi(fetched, 0, dest, index, value, pe);
            case INC -> context.atomicFetchIncNbi(fetched, 0, dest, index, pe);
            case AND -> context.atomicFetchAndNbi(fetched, 0, dest, index, value, pe);
            case OR -> context.atomicFetchOrNbi(fetched, 0, dest, index, value, pe);
            case XOR -> context.atomicFetchXorNbi(fetched, 0, dest, index, value, pe);
            case SWAP -> context.atomicSwapNbi(fetched, 0, dest, index, value, pe);
            case COMPARE_SWAP -> context.atomicCompareSwapNbi(fetched, 0, dest, index, cond, value, pe);
            case SET -> throw new IllegalArgumentException(kind + " has no result");
        }
    }
    // typed:end
}
