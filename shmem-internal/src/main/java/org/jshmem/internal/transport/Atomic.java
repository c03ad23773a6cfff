package org.jshmem.internal.transport;

import org.jshmem.heap.Memory;
import org.jshmem.spi.FetchingAtomic;

/** The atomic operations on a word of 4 or 8 bytes; executed by a CPU they have volatile semantics. */
public enum Atomic {
    /** Reads. */
    LOAD,
    /** Writes. */
    SET,
    /** Writes if the value is the expected one. */
    COMPARE_SWAP,
    /** Adds. */
    ADD,
    /** Combines by AND. */
    AND,
    /** Combines by OR. */
    OR,
    /** Combines by XOR. */
    XOR;

    private static final Atomic[] ALL = values();

    /**
     * A number for messages between PEs.
     *
     * @return a small number
     */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public int code() {
        return ordinal();
    }

    /**
     * The operation of a code.
     *
     * @param code a {@link #code}
     * @return the operation
     */
    public static Atomic of(int code) {
        return ALL[code];
    }

    /**
     * The operation of the API's SPI.
     *
     * @param fetching one that returns the value before
     * @return the same
     */
    public static Atomic of(FetchingAtomic fetching) {
        return switch (fetching) {
            case LOAD -> LOAD;
            case SET -> SET;
            case COMPARE_SWAP -> COMPARE_SWAP;
            case ADD -> ADD;
            case AND -> AND;
            case OR -> OR;
            case XOR -> XOR;
        };
    }

    /**
     * Executes the operation with this CPU.
     *
     * @param bytes 4 or 8
     * @param address the address of an aligned word
     * @param operand the operand; if {@code bytes} is 4, its lower half
     * @param expected the expected value; for {@link #COMPARE_SWAP} only
     * @return the value before
     */
    public long execute(int bytes, long address, long operand, long expected) {
        return bytes == Integer.BYTES
                ? execute32(address, (int) operand, (int) expected)
                : execute64(address, operand, expected);
    }

    /**
     * Stores a result.
     *
     * @param address where
     * @param bytes the size of the word, 4 or 8
     * @param value the word; if {@code bytes} is 4, its lower half
     */
    public static void store(long address, int bytes, long value) {
        if (bytes == Integer.BYTES) {
            Memory.put32(address, (int) value);
        } else {
            Memory.put64(address, value);
        }
    }

    /**
     * Whether the operation has left the word unchanged. A program that polls by atomics calls such operations
     * repeatedly.
     *
     * @param before the value before
     * @param operand the operand
     * @param expected the expected value; for {@link #COMPARE_SWAP} only
     * @return true if the value after equals the value before
     */
    public boolean leaves(long before, long operand, long expected) {
        return switch (this) {
            case LOAD -> true;
            case SET -> operand == before;
            case COMPARE_SWAP -> before != expected || operand == before;
            case ADD, XOR -> operand == 0;
            case AND -> (before & operand) == before;
            case OR -> (before | operand) == before;
        };
    }

    private int execute32(long address, int operand, int expected) {
        return switch (this) {
            case LOAD -> Memory.get32Volatile(address);
            case SET -> Memory.getAndSet32Volatile(address, operand);
            case COMPARE_SWAP -> Memory.compareAndExchange32Volatile(address, expected, operand);
            case ADD -> Memory.getAndAdd32Volatile(address, operand);
            case AND -> Memory.getAndAnd32Volatile(address, operand);
            case OR -> Memory.getAndOr32Volatile(address, operand);
            case XOR -> Memory.getAndXor32Volatile(address, operand);
        };
    }

    private long execute64(long address, long operand, long expected) {
        return switch (this) {
            case LOAD -> Memory.get64Volatile(address);
            case SET -> Memory.getAndSet64Volatile(address, operand);
            case COMPARE_SWAP -> Memory.compareAndExchange64Volatile(address, expected, operand);
            case ADD -> Memory.getAndAdd64Volatile(address, operand);
            case AND -> Memory.getAndAnd64Volatile(address, operand);
            case OR -> Memory.getAndOr64Volatile(address, operand);
            case XOR -> Memory.getAndXor64Volatile(address, operand);
        };
    }
}
