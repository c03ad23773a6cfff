package org.jshmem.oshmem;

import static org.jshmem.oshmem.Library.call;

import java.lang.foreign.MemorySegment;

/**
 * A context of the C library: its default one, or one that was created.
 *
 * <p>The methods have the names of the functions, and keep to their rules: symmetric addresses are those of this PE.
 * Any thread may call, if the library has granted that.
 */
public final class OpenShmemContext {
    private final ContextFunctions functions;

    /** Whether the functions take no context. */
    private final boolean isDefault;

    private final long handle;

    private OpenShmemContext(ContextFunctions functions, boolean isDefault, long handle) {
        this.functions = functions;
        this.isDefault = isDefault;
        this.handle = handle;
    }

    static OpenShmemContext ofDefault(ContextFunctions functions) {
        return new OpenShmemContext(functions, true, 0);
    }

    static OpenShmemContext of(ContextFunctions functions, long handle) {
        return new OpenShmemContext(functions, false, handle);
    }

    /** The library's handle; of no meaning for the default context. */
    long handle() {
        return handle;
    }

    private long invoke(MemorySegment function, long a, long b, long c, long d) {
        return isDefault ? call(function, a, b, c, d, 0, 0) : call(function, handle, a, b, c, d, 0);
    }

    /** {@code shmem_putmem}: copies to a PE; the source may be reused on return. */
    public void putmem(long dest, long source, long bytes, int pe) {
        invoke(functions.putmem, dest, source, bytes, pe);
    }

    /** {@code shmem_long_p}: stores a word of a PE. */
    public void longP(long dest, long value, int pe) {
        invoke(functions.longP, dest, value, pe, 0);
    }

    /** {@code shmem_putmem_nbi}: copies to a PE; the source may be read until {@link #quiet}. */
    public void putmemNbi(long dest, long source, long bytes, int pe) {
        invoke(functions.putmemNbi, dest, source, bytes, pe);
    }

    /** {@code shmem_getmem}: copies from a PE. */
    public void getmem(long dest, long source, long bytes, int pe) {
        invoke(functions.getmem, dest, source, bytes, pe);
    }

    /** {@code shmem_getmem_nbi}: copies from a PE; the data may arrive until {@link #quiet}. */
    public void getmemNbi(long dest, long source, long bytes, int pe) {
        invoke(functions.getmemNbi, dest, source, bytes, pe);
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
    public long atomic(AtomicFunction function, int bytes, long dest, long operand, long expected, int pe) {
        final MemorySegment symbol = functions.atomic(function, bytes);
        final long before = switch (function) {
            case FETCH -> invoke(symbol, dest, pe, 0, 0);
            case COMPARE_SWAP -> invoke(symbol, dest, expected, operand, pe);
            default -> invoke(symbol, dest, operand, pe, 0);
        };
        return bytes == Integer.BYTES ? (int) before : before;
    }

    /** {@code shmem_fence}: orders deliveries to each PE. */
    public void fence() {
        invoke(functions.fence, 0, 0, 0, 0);
    }

    /** {@code shmem_quiet}: completes all operations. */
    public void quiet() {
        invoke(functions.quiet, 0, 0, 0, 0);
    }
}
