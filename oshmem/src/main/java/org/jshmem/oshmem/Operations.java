package org.jshmem.oshmem;

import static org.jshmem.oshmem.Library.call;

import java.lang.foreign.MemorySegment;

/**
 * The operations of the C library on the memory of other PEs, in its default context.
 *
 * <p>The methods have the names of the functions, and keep to their rules: symmetric addresses are those of this PE.
 * Any thread may call, if the library has granted that.
 */
public final class Operations {
    private final MemorySegment putmem;
    private final MemorySegment putmemNbi;
    private final MemorySegment getmem;
    private final MemorySegment getmemNbi;
    private final MemorySegment longP;
    private final MemorySegment fence;
    private final MemorySegment quiet;

    /** By ordinal. */
    private final MemorySegment[] atomics32;

    private final MemorySegment[] atomics64;

    Operations(Library library) {
        putmem = library.find("shmem_putmem");
        putmemNbi = library.find("shmem_putmem_nbi");
        getmem = library.find("shmem_getmem");
        getmemNbi = library.find("shmem_getmem_nbi");
        longP = library.find("shmem_long_p");
        fence = library.find("shmem_fence");
        quiet = library.find("shmem_quiet");
        atomics32 = atomics(library, "int");
        atomics64 = atomics(library, "long");
    }

    private static MemorySegment[] atomics(Library library, String type) {
        final AtomicFunction[] all = AtomicFunction.values();
        final MemorySegment[] found = new MemorySegment[all.length];
        for (int i = 0; i < all.length; i++) {
            found[i] = library.find("shmem_" + all[i].suffix(type));
        }
        return found;
    }

    /** {@code shmem_putmem}: copies to a PE; the source may be reused on return. */
    public void putmem(long dest, long source, long bytes, int pe) {
        call(putmem, dest, source, bytes, pe, 0, 0);
    }

    /** {@code shmem_putmem_nbi}: copies to a PE; the source may be read until {@link #quiet}. */
    public void putmemNbi(long dest, long source, long bytes, int pe) {
        call(putmemNbi, dest, source, bytes, pe, 0, 0);
    }

    /** {@code shmem_getmem}: copies from a PE. */
    public void getmem(long dest, long source, long bytes, int pe) {
        call(getmem, dest, source, bytes, pe, 0, 0);
    }

    /** {@code shmem_getmem_nbi}: copies from a PE; the data may arrive until {@link #quiet}. */
    public void getmemNbi(long dest, long source, long bytes, int pe) {
        call(getmemNbi, dest, source, bytes, pe, 0, 0);
    }

    /** {@code shmem_long_p}: stores a word of a PE. */
    public void longP(long dest, long value, int pe) {
        call(longP, dest, value, pe, 0, 0, 0);
    }

    /**
     * An atomic routine.
     *
     * @param function which
     * @param bytes of the word, 4 or 8
     * @param dest the symmetric address of the word
     * @param operand ignored by {@link AtomicFunction#FETCH}
     * @param expected for {@link AtomicFunction#COMPARE_SWAP} only
     * @param pe the target
     * @return the value before, of a function that returns it; otherwise undefined
     */
    @SuppressWarnings("EnumOrdinal") // an index
    public long atomic(AtomicFunction function, int bytes, long dest, long operand, long expected, int pe) {
        final MemorySegment symbol = (bytes == Integer.BYTES ? atomics32 : atomics64)[function.ordinal()];
        final long before = switch (function) {
            case FETCH -> call(symbol, dest, pe, 0, 0, 0, 0);
            case COMPARE_SWAP -> call(symbol, dest, expected, operand, pe, 0, 0);
            default -> call(symbol, dest, operand, pe, 0, 0, 0);
        };
        return bytes == Integer.BYTES ? (int) before : before;
    }

    /** {@code shmem_fence}: orders deliveries to each PE. */
    public void fence() {
        call(fence, 0, 0, 0, 0, 0, 0);
    }

    /** {@code shmem_quiet}: completes all operations. */
    public void quiet() {
        call(quiet, 0, 0, 0, 0, 0, 0);
    }
}
