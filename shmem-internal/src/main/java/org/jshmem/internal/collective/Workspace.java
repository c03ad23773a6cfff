package org.jshmem.internal.collective;

import java.lang.foreign.Arena;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * A team's accumulator and operand for one element type, with loads from and stores to the heaps of the PEs. Mapped
 * heaps are accessed in place, others through a buffer.
 */
final class Workspace {
    private final Arithmetic arithmetic;
    private final TeamHeaps heaps;
    private final int elementBytes;

    /** The address of a buffer of {@link Arithmetic#BYTES}; 0 if all heaps are mapped. */
    private final long buffer;

    /** Keeps the buffer alive; null if there is none. */
    private final Arena arena;

    Workspace(Arithmetic arithmetic, ElementKind type, TeamHeaps heaps) {
        this.arithmetic = arithmetic;
        this.heaps = heaps;
        this.elementBytes = type.bytes;
        this.arena = heaps.mapped() ? null : Arena.ofAuto();
        this.buffer = heaps.mapped()
                ? 0
                : arena.allocate(Arithmetic.BYTES, Long.BYTES).address();
    }

    int elementBytes() {
        return elementBytes;
    }

    Arithmetic arithmetic() {
        return arithmetic;
    }

    /** Loads the accumulator from a PE's heap. */
    void load(int pe, long offset, int n) {
        arithmetic.load(fetch(pe, offset, n), n);
    }

    /** Loads the operand from a PE's heap. */
    void loadOperand(int pe, long offset, int n) {
        arithmetic.loadOperand(fetch(pe, offset, n), n);
    }

    /** Combines the operand into the accumulator. */
    void combine(Reduction operation, int n) {
        arithmetic.combine(operation, n);
    }

    /** Stores the accumulator to a PE's heap, and completes the store. */
    void store(int pe, long offset, int n) {
        final long base = heaps.base(pe);
        if (base != 0) {
            arithmetic.store(base + offset, n);
            return;
        }
        arithmetic.store(buffer, n);
        heaps.put(pe, offset, buffer, (long) n * elementBytes);
        heaps.quiet();
    }

    private long fetch(int pe, long offset, int n) {
        final long base = heaps.base(pe);
        if (base != 0) {
            return base + offset;
        }
        heaps.get(pe, offset, buffer, (long) n * elementBytes);
        return buffer;
    }
}
