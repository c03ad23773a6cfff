package org.jshmem.threads;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.jshmem.threads.job.Memory;

/**
 * Elements folded into others, one by one. Arithmetic is that of {@code long} or {@code double}, rounded to the type.
 */
final class Fold {
    private final ElementKind type;
    private final Reduction operation;

    Fold(Reduction operation, ElementKind type) {
        this.operation = operation;
        this.type = type;
    }

    /** Makes each of so many elements what it is after one more operand. */
    void add(MemorySegment accumulator, MemorySegment operands, long nelems) {
        if (operation == Reduction.PROD_COMPLEX) {
            for (long i = 0; i < nelems; i += 2) {
                multiply(accumulator, operands, i);
            }
        } else if (isReal()) {
            for (long i = 0; i < nelems; i++) {
                putReal(accumulator, i, folded(real(accumulator, i), real(operands, i)));
            }
        } else {
            for (long i = 0; i < nelems; i++) {
                putInteger(accumulator, i, folded(integer(accumulator, i), integer(operands, i)));
            }
        }
    }

    private boolean isReal() {
        return type == ElementKind.FLOAT || type == ElementKind.DOUBLE;
    }

    /** Integers with their sign, which keeps the order of those without one, too. */
    private long folded(long a, long b) {
        return switch (operation) {
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            case MAX_UNSIGNED -> Long.compareUnsigned(a, b) >= 0 ? a : b;
            case MIN_UNSIGNED -> Long.compareUnsigned(a, b) <= 0 ? a : b;
            case PROD_COMPLEX, SUM_REPRODUCIBLE -> throw new IllegalArgumentException("operation=" + operation);
        };
    }

    private double folded(double a, double b) {
        return switch (operation) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            default -> throw new IllegalArgumentException("operation=" + operation);
        };
    }

    /** Each product is rounded to the type, as a program in that type would. */
    private void multiply(MemorySegment accumulator, MemorySegment operands, long i) {
        final double a = real(accumulator, i);
        final double b = real(accumulator, i + 1);
        final double c = real(operands, i);
        final double d = real(operands, i + 1);
        putReal(accumulator, i, rounded(a * c) - rounded(b * d));
        putReal(accumulator, i + 1, rounded(a * d) + rounded(b * c));
    }

    private double rounded(double value) {
        return type == ElementKind.FLOAT ? (float) value : value;
    }

    private double real(MemorySegment memory, long i) {
        return type == ElementKind.FLOAT ? memory.getAtIndex(Memory.FLOAT, i) : memory.getAtIndex(Memory.DOUBLE, i);
    }

    private void putReal(MemorySegment memory, long i, double value) {
        if (type == ElementKind.FLOAT) {
            memory.setAtIndex(Memory.FLOAT, i, (float) value);
        } else {
            memory.setAtIndex(Memory.DOUBLE, i, value);
        }
    }

    private long integer(MemorySegment memory, long i) {
        return switch (type) {
            case BYTE -> memory.get(Memory.BYTE, i);
            case SHORT -> memory.getAtIndex(Memory.SHORT, i);
            case INT -> memory.getAtIndex(Memory.INT, i);
            default -> memory.getAtIndex(Memory.LONG, i);
        };
    }

    private void putInteger(MemorySegment memory, long i, long value) {
        switch (type) {
            case BYTE -> memory.set(Memory.BYTE, i, (byte) value);
            case SHORT -> memory.setAtIndex(Memory.SHORT, i, (short) value);
            case INT -> memory.setAtIndex(Memory.INT, i, (int) value);
            default -> memory.setAtIndex(Memory.LONG, i, value);
        }
    }
}
