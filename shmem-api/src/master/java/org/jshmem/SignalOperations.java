package org.jshmem;

/**
 * The puts with a signal, and the updates of signals, of a {@link ShmemContext} (spec: Signaling Operations).
 *
 * <p>A signal is an element of a {@link SymmetricLongs} and an unsigned number. A PE that sees the signal of a put also
 * sees the data of that put. To include earlier puts, call {@code fence} before the put with the signal. No addition to
 * a signal is lost, however many PEs add. {@link Shmem#signalWaitUntil} waits for a signal.
 *
 * <p>{@link ShmemContext} describes arguments, completion, errors and threads. In addition, the signal must not lie in
 * the data.
 */
public abstract class SignalOperations extends AtomicOperations {
    /** For the runtime. */
    SignalOperations() {}

    // operations:begin
    // typed:begin
    // forms:begin source
    /**
     * Copies elements to a PE, then updates a signal there (spec: shmem_put_signal).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy; with 0 only the signal is updated
     * @param sig symmetric array that holds the signal on {@code pe}
     * @param sigIndex which element
     * @param signal the operand
     * @param op how to update the signal
     * @param pe the PE to write to
     */
    public final void putSignal(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe) {
        final long word = Check.signal(sig, sigIndex, op);
        if (nelems != 0) {
            final long to = remote("dest", dest, destIndex, nelems, Double.BYTES, pe);
            Check.apart(to, nelems * Double.BYTES, word);
            final long from = readable("source", source, sourceIndex, nelems, Double.BYTES);
            copyTo(to, source, from, nelems, Double.BYTES, pe);
        }
        signal(word, signal, op, pe);
    }

    /**
     * Starts to copy elements to a PE, and updates a signal there once they are delivered; completes in
     * {@link ShmemContext#quiet()} (spec: shmem_put_signal_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy; not to be changed before the quiet
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy; with 0 only the signal is updated
     * @param sig symmetric array that holds the signal on {@code pe}
     * @param sigIndex which element
     * @param signal the operand
     * @param op how to update the signal
     * @param pe the PE to write to
     */
    public final void putSignalNbi(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long nelems,
            SymmetricLongs sig,
            long sigIndex,
            long signal,
            SignalOp op,
            int pe) {
        putSignal(dest, destIndex, source, sourceIndex, nelems, sig, sigIndex, signal, op, pe);
    }
    // forms:end
    // typed:end

    // sized:begin mem 8 16 32 64 128
    // forms:begin source dest
    /**
     * Copies 64-bit elements to a PE, then updates a signal there (spec: shmem_put64_signal).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param nelems how many 64-bit elements; with 0 only the signal is updated
     * @param sig symmetric array whose first element is the signal on {@code pe}
     * @param signal the operand
     * @param op how to update the signal
     * @param pe the PE to write to
     */
    public final void put64Signal(
            SymmetricArray dest,
            SymmetricArray source,
            long nelems,
            SymmetricLongs sig,
            long signal,
            SignalOp op,
            int pe) {
        final long word = Check.signal(sig, 0, op);
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            final long to = remoteBytes("dest", dest, bytes, 64 / Byte.SIZE, pe);
            Check.apart(to, bytes, word);
            copyTo(to, source, readableBytes("source", source, bytes), bytes, 1, pe);
        }
        signal(word, signal, op, pe);
    }

    /**
     * Starts to copy 64-bit elements to a PE, and updates a signal there once they are delivered; completes in
     * {@link ShmemContext#quiet()} (spec: shmem_put64_signal_nbi).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy; not to be changed before the quiet
     * @param nelems how many 64-bit elements; with 0 only the signal is updated
     * @param sig symmetric array whose first element is the signal on {@code pe}
     * @param signal the operand
     * @param op how to update the signal
     * @param pe the PE to write to
     */
    public final void put64SignalNbi(
            SymmetricArray dest,
            SymmetricArray source,
            long nelems,
            SymmetricLongs sig,
            long signal,
            SignalOp op,
            int pe) {
        put64Signal(dest, source, nelems, sig, signal, op, pe);
    }
    // forms:end
    // sized:end

    // forms:begin
    /**
     * Adds to a signal on a PE atomically; the update is complete after {@link ShmemContext#quiet()} (spec:
     * shmem_signal_add).
     *
     * @param sig symmetric array that holds the signal on {@code pe}
     * @param index which element
     * @param signal the operand
     * @param pe the PE to update
     */
    public final void signalAdd(SymmetricLongs sig, long index, long signal, int pe) {
        updateAdd64(Check.remote("sig", sig, index, 1, Long.BYTES), signal, pe);
    }

    /**
     * Sets a signal on a PE atomically; the update is complete after {@link ShmemContext#quiet()} (spec:
     * shmem_signal_set).
     *
     * @param sig symmetric array that holds the signal on {@code pe}
     * @param index which element
     * @param signal the operand
     * @param pe the PE to update
     */
    public final void signalSet(SymmetricLongs sig, long index, long signal, int pe) {
        updateSet64(Check.remote("sig", sig, index, 1, Long.BYTES), signal, pe);
    }
    // forms:end
    // operations:end
}
