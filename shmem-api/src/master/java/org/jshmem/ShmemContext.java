package org.jshmem;

import java.lang.foreign.MemorySegment;

/**
 * A communication context: a stream of operations with its own completion and ordering (spec: Communication
 * Management).
 *
 * <p><b>Arguments.</b> Counts, indices and strides are in elements, sizes in bytes. {@code pe} is a PE number in the
 * context's team. The symmetric argument of a put is {@code dest}, that of a get is {@code source}. The other argument
 * is this PE's own memory: a symmetric array, a Java array, or any {@link MemorySegment} (native, mapped or heap). An
 * index of a segment counts elements, too. A form with indices starts at those elements: {@code put(x.at(i), …)} is the
 * same as {@code put(x, i, …, 0, …)}. A form with a Java array and without a number of elements moves the whole array.
 * An operation on 0 elements does nothing and accepts null. The byte and sized forms take symmetric arrays of any type,
 * and their symmetric argument may be a segment over this PE's own symmetric heap.
 *
 * <p><b>Segments.</b> Another thread may close the arena of a segment at any time. As in the JDK, either the close or
 * the transfer then throws {@link IllegalStateException}. A thread whose transfer ends in this way may find itself
 * interrupted. A transfer from or to a mapped file that was truncated throws {@link ShmemException}; its destination
 * may then hold anything. There is no such protection for a segment that the program made from an address or with
 * {@code reinterpret}: its memory must stay valid until the transfer is complete, or the JVM may end.
 *
 * <p><b>Completion.</b> A put returns when its source may be changed; it is complete at the target after
 * {@link #quiet()} or a barrier. A get returns when the data is here. An {@code Nbi} operation completes, at both ends,
 * in {@link #quiet()}. Until then the program must not change the source of a put or use the destination of a get.
 *
 * <p><b>Errors.</b> Arguments are checked before any byte moves:
 *
 * <ul>
 *   <li>{@link IndexOutOfBoundsException}: a range outside its array, or a negative number of elements in a row.
 *   <li>{@link IllegalArgumentException}: a PE outside the team, a stride or block size that is too small, another
 *       negative count, or ranges that overlap, except those of {@link IndexedBlocks}.
 *   <li>{@link NullPointerException}: null with elements to move.
 *   <li>{@link IllegalStateException}: memory that was freed, a segment whose arena is closed or belongs to another
 *       thread, a context that was destroyed, or a call before {@code init} or after {@code shutdown}.
 * </ul>
 *
 * <p><b>Threads.</b> The thread level says which threads may call (spec: Thread Support); with
 * {@link ThreadLevel#MULTIPLE} any thread may call at any time. A program that makes a context with
 * {@link Shmem#CTX_SERIALIZED} or {@link Shmem#CTX_PRIVATE} promises that no two threads use it at the same time.
 */
public abstract class ShmemContext extends SignalOperations implements AutoCloseable {
    /** For the runtime, the only implementer. */
    protected ShmemContext() {}

    // operations:begin
    // typed:begin
    // forms:begin source
    /**
     * Copies elements of {@code double} to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to write to
     */
    public final void put(
            SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            final long to = remote("dest", dest, destIndex, nelems, Double.BYTES, pe);
            final long from = readable("source", source, sourceIndex, nelems, Double.BYTES);
            copyTo(to, source, from, nelems, Double.BYTES, pe);
        }
    }

    /**
     * Starts to copy elements of {@code double} to a PE; the copy completes in {@link #quiet()} (spec: shmem_put_nbi).
     * A Java array is copied before the call returns.
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy; not to be changed before the quiet
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to write to
     */
    public final void putNbi(
            SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            final long to = remote("dest", dest, destIndex, nelems, Double.BYTES, pe);
            final long from = readable("source", source, sourceIndex, nelems, Double.BYTES);
            copyToNbi(to, source, from, nelems, Double.BYTES, pe);
        }
    }

    /**
     * Copies every {@code sst}-th element to every {@code dst}-th element of a PE (spec: shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, in elements, 1 or more
     * @param sst stride in {@code source}, in elements, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to write to
     */
    public final void iput(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe) {
        if (nelems != 0) {
            final long destSpan = Check.span("dst", dst, nelems);
            final long sourceSpan = Check.span("sst", sst, nelems);
            final long to = remote("dest", dest, destIndex, destSpan, Double.BYTES, pe);
            final long from = readable("source", source, sourceIndex, sourceSpan, Double.BYTES);
            blocksTo(to, dst, source, from, sst, 1, nelems, Double.BYTES, pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst elements from the start of one block of {@code dest} to the start of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 0 or more
     * @param nblocks blocks to copy
     * @param pe the PE to write to
     */
    public final void ibput(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe) {
        if (Check.hasElements(bsize, nblocks)) {
            final long destSpan = Check.blockSpan("dst", dst, bsize, nblocks);
            final long sourceSpan = Check.blockSpan("sst", sst, bsize, nblocks);
            final long to = remote("dest", dest, destIndex, destSpan, Double.BYTES, pe);
            final long from = readable("source", source, sourceIndex, sourceSpan, Double.BYTES);
            blocksTo(to, dst, source, from, sst, bsize, nblocks, Double.BYTES, pe);
        }
    }

    /**
     * Gathers blocks of {@code source} and scatters them to blocks of {@code dest} on a PE; an extension of OpenSHMEM.
     * Both sides must have the same number of elements, but may have different blocks. They must not overlap, which is
     * not checked.
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destBlocks the blocks of {@code dest}
     * @param source what to copy
     * @param sourceBlocks the blocks of {@code source}
     * @param pe the PE to write to
     */
    public final void put(
            SymmetricDoubles dest,
            IndexedBlocks destBlocks,
            SymmetricDoubles source,
            IndexedBlocks sourceBlocks,
            int pe) {
        if (Check.blocks(destBlocks, sourceBlocks) != 0) {
            final long to = remote("dest", dest, 0, destBlocks.end(), Double.BYTES, pe);
            final long from = readable("source", source, 0, sourceBlocks.end(), Double.BYTES);
            final long bytes = destBlocks.nelems() * Double.BYTES;
            indexedTo(to, destBlocks, memory(source), from, sourceBlocks, Double.BYTES, bytes, pe);
        }
    }

    // forms:end
    // forms:begin dest
    /**
     * Copies elements of {@code double} from a PE (spec: shmem_get).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void get(
            SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            final long to = writable("dest", dest, destIndex, nelems, Double.BYTES);
            final long from = remote("source", source, sourceIndex, nelems, Double.BYTES, pe);
            copyFrom(dest, to, from, nelems, Double.BYTES, pe);
        }
    }

    /**
     * Starts to copy elements of {@code double} from a PE; the copy completes in {@link #quiet()} (spec:
     * shmem_get_nbi). A Java array is filled before the call returns.
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void getNbi(
            SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            final long to = writable("dest", dest, destIndex, nelems, Double.BYTES);
            final long from = remote("source", source, sourceIndex, nelems, Double.BYTES, pe);
            copyFromNbi(dest, to, from, nelems, Double.BYTES, pe);
        }
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element (spec: shmem_iget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, in elements, 1 or more
     * @param sst stride in {@code source}, in elements, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void iget(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe) {
        if (nelems != 0) {
            final long destSpan = Check.span("dst", dst, nelems);
            final long sourceSpan = Check.span("sst", sst, nelems);
            final long to = writable("dest", dest, destIndex, destSpan, Double.BYTES);
            final long from = remote("source", source, sourceIndex, sourceSpan, Double.BYTES, pe);
            blocksFrom(dest, to, dst, from, sst, 1, nelems, Double.BYTES, pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements from a PE (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst elements from the start of one block of {@code dest} to the start of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 0 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe) {
        if (Check.hasElements(bsize, nblocks)) {
            final long destSpan = Check.blockSpan("dst", dst, bsize, nblocks);
            final long sourceSpan = Check.blockSpan("sst", sst, bsize, nblocks);
            final long to = writable("dest", dest, destIndex, destSpan, Double.BYTES);
            final long from = remote("source", source, sourceIndex, sourceSpan, Double.BYTES, pe);
            blocksFrom(dest, to, dst, from, sst, bsize, nblocks, Double.BYTES, pe);
        }
    }

    /**
     * Gathers blocks of {@code source} on a PE and scatters them to blocks of {@code dest} here; an extension of
     * OpenSHMEM. Both sides must have the same number of elements, but may have different blocks. They must not
     * overlap, which is not checked.
     *
     * @param dest where to copy to
     * @param destBlocks the blocks of {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceBlocks the blocks of {@code source}
     * @param pe the PE to read from
     */
    public final void get(
            SymmetricDoubles dest,
            IndexedBlocks destBlocks,
            SymmetricDoubles source,
            IndexedBlocks sourceBlocks,
            int pe) {
        if (Check.blocks(destBlocks, sourceBlocks) != 0) {
            final long to = writable("dest", dest, 0, destBlocks.end(), Double.BYTES);
            final long from = remote("source", source, 0, sourceBlocks.end(), Double.BYTES, pe);
            final long bytes = destBlocks.nelems() * Double.BYTES;
            indexedFrom(memory(dest), to, destBlocks, from, sourceBlocks, Double.BYTES, bytes, pe);
        }
    }

    // forms:end
    // forms:begin
    /**
     * Writes one element on a PE (spec: shmem_p), without changing its bits. The write is complete after
     * {@link #quiet()}.
     *
     * @param dest symmetric array to write on {@code pe}
     * @param index which element
     * @param value the element
     * @param pe the PE to write to
     */
    public final void p(SymmetricDoubles dest, long index, double value, int pe) {
        store64(remote("dest", dest, index, 1, Double.BYTES, pe), Bits.raw(value), pe);
    }

    /**
     * Reads one element of a PE (spec: shmem_g), without changing its bits.
     *
     * @param source symmetric array to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     * @return the element
     */
    public final double g(SymmetricDoubles source, long index, int pe) {
        return Bits.toDouble(load64(remote("source", source, index, 1, Double.BYTES, pe), pe));
    }
    // forms:end
    // typed:end

    // sized:begin mem 8 16 32 64 128
    // forms:begin source dest
    /**
     * Copies 64-bit elements to a PE (spec: shmem_put64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param nelems how many 64-bit elements
     * @param pe the PE to write to
     */
    public final void put64(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            final long to = remoteBytes("dest", dest, bytes, 64 / Byte.SIZE, pe);
            copyTo(to, source, readableBytes("source", source, bytes), bytes, 1, pe);
        }
    }

    /**
     * Starts to copy 64-bit elements to a PE; the copy completes in {@link #quiet()} (spec: shmem_put64_nbi).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy; not to be changed before the quiet
     * @param nelems how many 64-bit elements
     * @param pe the PE to write to
     */
    public final void put64Nbi(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            final long to = remoteBytes("dest", dest, bytes, 64 / Byte.SIZE, pe);
            copyToNbi(to, source, readableBytes("source", source, bytes), bytes, 1, pe);
        }
    }

    // forms:end
    // forms:begin dest source
    /**
     * Copies 64-bit elements from a PE (spec: shmem_get64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param nelems how many 64-bit elements
     * @param pe the PE to read from
     */
    public final void get64(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            final long to = writableBytes("dest", dest, bytes);
            copyFrom(dest, to, remoteBytes("source", source, bytes, 64 / Byte.SIZE, pe), bytes, 1, pe);
        }
    }

    /**
     * Starts to copy 64-bit elements from a PE; the copy completes in {@link #quiet()} (spec: shmem_get64_nbi).
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param source symmetric memory to read on {@code pe}
     * @param nelems how many 64-bit elements
     * @param pe the PE to read from
     */
    public final void get64Nbi(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            final long to = writableBytes("dest", dest, bytes);
            copyFromNbi(dest, to, remoteBytes("source", source, bytes, 64 / Byte.SIZE, pe), bytes, 1, pe);
        }
    }

    // forms:end
    // sized:end
    // sized:begin 8 16 32 64 128
    // forms:begin source dest
    /**
     * Copies every {@code sst}-th 64-bit element to every {@code dst}-th 64-bit element of a PE (spec: shmem_iput64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, in 64-bit elements, 1 or more
     * @param sst stride in {@code source}, in 64-bit elements, 1 or more
     * @param nelems how many 64-bit elements
     * @param pe the PE to write to
     */
    public final void iput64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, nelems), size);
            final long to = remoteBytes("dest", dest, destBytes, size, pe);
            final long from = readableBytes("source", source, sourceBytes);
            blocksTo(to, dst, source, from, sst, 1, nelems, size, pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements to a PE (spec: shmem_ibput64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param dst 64-bit elements from the start of one block of {@code dest} to the start of the next, at least
     *     {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 0 or more
     * @param nblocks blocks to copy
     * @param pe the PE to write to
     */
    public final void ibput64(
            SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (Check.hasElements(bsize, nblocks)) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.blockSpan("dst", dst, bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.blockSpan("sst", sst, bsize, nblocks), size);
            final long to = remoteBytes("dest", dest, destBytes, size, pe);
            final long from = readableBytes("source", source, sourceBytes);
            blocksTo(to, dst, source, from, sst, bsize, nblocks, size, pe);
        }
    }

    // forms:end
    // forms:begin dest source
    /**
     * Copies every {@code sst}-th 64-bit element of a PE to every {@code dst}-th 64-bit element (spec: shmem_iget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param dst stride in {@code dest}, in 64-bit elements, 1 or more
     * @param sst stride in {@code source}, in 64-bit elements, 1 or more
     * @param nelems how many 64-bit elements
     * @param pe the PE to read from
     */
    public final void iget64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, nelems), size);
            final long to = writableBytes("dest", dest, destBytes);
            final long from = remoteBytes("source", source, sourceBytes, size, pe);
            blocksFrom(dest, to, dst, from, sst, 1, nelems, size, pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements from a PE (spec: shmem_ibget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param dst 64-bit elements from the start of one block of {@code dest} to the start of the next, at least
     *     {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 0 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget64(
            SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (Check.hasElements(bsize, nblocks)) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.blockSpan("dst", dst, bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.blockSpan("sst", sst, bsize, nblocks), size);
            final long to = writableBytes("dest", dest, destBytes);
            final long from = remoteBytes("source", source, sourceBytes, size, pe);
            blocksFrom(dest, to, dst, from, sst, bsize, nblocks, size, pe);
        }
    }

    // forms:end
    // sized:end

    /**
     * Orders the operations of this context to each PE (spec: shmem_fence): those issued before the fence reach a PE
     * before those issued after it. This holds for puts, {@code p}, strided and nbi puts, and atomics. A fence does not
     * order operations to different PEs, and it does not order gets.
     */
    public final void fence() {
        orderDeliveries();
    }

    /**
     * Completes all operations issued on this context (spec: shmem_quiet): afterwards puts are visible to every PE, and
     * the results of nbi operations have arrived.
     */
    public final void quiet() {
        completeAll();
    }

    /**
     * Completes the operations issued on this context to some PEs (spec: shmem_pe_quiet).
     *
     * @param pes the target PEs; may be empty
     */
    public final void peQuiet(int... pes) {
        completeTo(pes);
    }
    // operations:end

    /**
     * Completes the operations of the context and ends it (spec: shmem_ctx_destroy). Later operations on it throw
     * {@link IllegalStateException}. A second call does nothing.
     *
     * @throws IllegalStateException for the default context
     */
    public abstract void destroy();

    /** Same as {@link #destroy()}. */
    @Override
    public final void close() {
        destroy();
    }

    /**
     * The team whose PE numbers the context uses (spec: shmem_ctx_get_team).
     *
     * @return {@link Shmem#TEAM_WORLD} unless the context was made on another team
     */
    public abstract ShmemTeam getTeam();

    @Override
    final ShmemTeam team() {
        return getTeam();
    }

    /**
     * Starts a session (spec: shmem_ctx_session_start), as {@link #sessionStart(long, SessionConfig)} without a
     * configuration.
     *
     * @param options {@link Shmem#CTX_SESSION_BATCH} or 0
     */
    public final void sessionStart(long options) {
        sessionStart(options, null);
    }

    /**
     * Starts a session (spec: shmem_ctx_session_start). A session is a hint about the operations to come. It changes
     * neither their results nor their order or completion. If a session is already started, the call adds its options
     * to that session.
     *
     * <p>With {@link Shmem#CTX_SESSION_BATCH}, puts of up to 64 bytes, atomics without a result, signals, non-blocking
     * gets of up to 64 bytes and non-blocking fetching atomics on PEs of other nodes are collected and sent together:
     * at the next fence, quiet, barrier or wait, and otherwise after some 200 microseconds. This pays if many
     * operations lie between two fences. It has no effect on PEs of the same node, and none with
     * {@code SHMEM_PROGRESS=calls}.
     *
     * @param options {@link Shmem#CTX_SESSION_BATCH} or 0
     * @param config what the program knows about the session, or null
     */
    public final void sessionStart(long options, SessionConfig config) {
        if ((options & ~(Shmem.CTX_SESSION_BATCH | Drafts.CTX_SESSION_SAME_AMO)) != 0) {
            throw new IllegalArgumentException("options=" + options + " has bits that are no CTX_SESSION_ constant");
        }
        startSession(options, config);
    }

    /** For {@link Drafts}. */
    final void orderTo(int pe) {
        orderDeliveriesTo(pe);
    }

    /** For {@link Drafts}. */
    final void completeSources() {
        completeLocally();
    }

    /** Ends the session (spec: shmem_ctx_session_stop); does nothing without a session. */
    public abstract void sessionStop();
}
