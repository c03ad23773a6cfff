package org.jshmem;

import java.lang.foreign.MemorySegment;

/**
 * A communication context (spec: Communication Management): a stream of operations with completion and ordering of its
 * own.
 *
 * <p><b>Arguments.</b> Counts, indices and strides are in elements, sizes in bytes; {@code pe} is a PE number of the
 * context's team. The symmetric argument of a put is {@code dest}, of a get {@code source}; the other side is this PE's
 * own memory: a symmetric array, a Java array, or any {@link MemorySegment} (native, mapped or heap). A form with
 * indices starts at those elements; {@code put(x.at(i), …)} is the same as {@code put(x, i, …, 0, …)}. An operation on
 * 0 elements does nothing and takes null.
 *
 * <p><b>Segments.</b> Another thread may close the arena of a segment at any time: the close or the transfer is refused
 * with {@link IllegalStateException}, as Java does it, and a thread whose transfer is ended so may find itself
 * interrupted. A transfer from or to a mapped file that was truncated throws {@link ShmemException}. Neither holds for
 * a segment that the program has made of an address or by {@code reinterpret}: its memory has to be there until the
 * transfer is complete, or the JVM may end.
 *
 * <p><b>Completion.</b> A put returns when its source may be changed; it is complete at the target after
 * {@link #quiet()} or a barrier. A get returns when the data is here. An {@code Nbi} operation completes, at both ends,
 * in {@link #quiet()}; until then its local memory must not be touched.
 *
 * <p><b>Errors.</b> Arguments are checked before a byte moves: {@link IndexOutOfBoundsException} for a range outside
 * its array, {@link IllegalArgumentException} for a PE outside the team, a stride or block size too small, a negative
 * count or ranges that overlap, {@link NullPointerException} for null with elements to move,
 * {@link IllegalStateException} for memory that was freed, a segment whose arena is closed or belongs to another
 * thread, a context that was destroyed, and outside of {@code init} and {@code shutdown}.
 *
 * <p><b>Threads.</b> As the thread level allows (spec: Thread Support); with {@link ThreadLevel#MULTIPLE} any thread at
 * any time. A context made with {@link Shmem#CTX_SERIALIZED} or {@link Shmem#CTX_PRIVATE} promises less concurrency
 * than that.
 */
public abstract class ShmemContext extends SignalOperations implements AutoCloseable {
    /** For the runtime, the only implementer. */
    protected ShmemContext() {}

    // operations:begin
    // typed:begin
    /**
     * Copies {@code nelems} elements of {@code double} to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void put(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe) {
        put(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Copies {@code nelems} elements of {@code double} to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void put(
            SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyTo(
                    Check.remote("dest", dest, destIndex, nelems, Double.BYTES),
                    Check.local("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} elements of a Java array to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void put(SymmetricDoubles dest, double[] source, long nelems, int pe) {
        put(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Copies {@code nelems} elements of a Java array to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void put(
            SymmetricDoubles dest, long destIndex, double[] source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyTo(
                    Check.remote("dest", dest, destIndex, nelems, Double.BYTES),
                    source,
                    Check.array("source", source, lengthOf("source", source), sourceIndex, nelems),
                    (int) nelems,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} elements of a segment to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void put(SymmetricDoubles dest, MemorySegment source, long nelems, int pe) {
        put(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Copies {@code nelems} elements of a segment to a PE (spec: shmem_put).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}, in elements
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void put(
            SymmetricDoubles dest, long destIndex, MemorySegment source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyTo(
                    Check.remote("dest", dest, destIndex, nelems, Double.BYTES),
                    source,
                    Check.segment("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} elements of {@code double} from a PE (spec: shmem_get).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void get(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe) {
        get(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Copies {@code nelems} elements of {@code double} from a PE (spec: shmem_get).
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
            copyFrom(
                    Check.local("dest", dest, destIndex, nelems, Double.BYTES),
                    Check.remote("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} elements from a PE to a Java array (spec: shmem_get).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void get(double[] dest, SymmetricDoubles source, long nelems, int pe) {
        get(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Copies {@code nelems} elements from a PE to a Java array (spec: shmem_get).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void get(
            double[] dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyFrom(
                    dest,
                    Check.array("dest", dest, lengthOf("dest", dest), destIndex, nelems),
                    Check.remote("source", source, sourceIndex, nelems, Double.BYTES),
                    (int) nelems,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} elements from a PE to a segment (spec: shmem_get).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void get(MemorySegment dest, SymmetricDoubles source, long nelems, int pe) {
        get(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Copies {@code nelems} elements from a PE to a segment (spec: shmem_get).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}, in elements
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void get(
            MemorySegment dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyFrom(
                    dest,
                    Check.writable("dest", dest, destIndex, nelems, Double.BYTES),
                    Check.remote("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Starts a copy to a PE that completes in {@link #quiet()} (spec: shmem_put_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy; not to be changed before the quiet
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void putNbi(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe) {
        putNbi(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Starts a copy to a PE that completes in {@link #quiet()} (spec: shmem_put_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy; not to be changed before the quiet
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void putNbi(
            SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyToNbi(
                    Check.remote("dest", dest, destIndex, nelems, Double.BYTES),
                    Check.local("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Starts a copy of a Java array to a PE that completes in {@link #quiet()} (spec: shmem_put_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy; not to be changed before the quiet
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void putNbi(SymmetricDoubles dest, double[] source, long nelems, int pe) {
        put(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Starts a copy of a Java array to a PE that completes in {@link #quiet()} (spec: shmem_put_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy; not to be changed before the quiet
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void putNbi(
            SymmetricDoubles dest, long destIndex, double[] source, long sourceIndex, long nelems, int pe) {
        put(dest, destIndex, source, sourceIndex, nelems, pe);
    }

    /**
     * Starts a copy of a segment to a PE that completes in {@link #quiet()} (spec: shmem_put_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy; not to be changed before the quiet
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void putNbi(SymmetricDoubles dest, MemorySegment source, long nelems, int pe) {
        putNbi(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Starts a copy of a segment to a PE that completes in {@link #quiet()} (spec: shmem_put_nbi).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy; not to be changed before the quiet
     * @param sourceIndex where to start in {@code source}, in elements
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void putNbi(
            SymmetricDoubles dest, long destIndex, MemorySegment source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyToNbi(
                    Check.remote("dest", dest, destIndex, nelems, Double.BYTES),
                    source,
                    Check.segment("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Starts a copy from a PE that completes in {@link #quiet()} (spec: shmem_get_nbi).
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param source symmetric array to read on {@code pe}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void getNbi(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe) {
        getNbi(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Starts a copy from a PE that completes in {@link #quiet()} (spec: shmem_get_nbi).
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
            copyFromNbi(
                    Check.local("dest", dest, destIndex, nelems, Double.BYTES),
                    Check.remote("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Starts a copy from a PE to a Java array that completes in {@link #quiet()} (spec: shmem_get_nbi).
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param source symmetric array to read on {@code pe}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void getNbi(double[] dest, SymmetricDoubles source, long nelems, int pe) {
        get(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Starts a copy from a PE to a Java array that completes in {@link #quiet()} (spec: shmem_get_nbi).
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void getNbi(
            double[] dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        get(dest, destIndex, source, sourceIndex, nelems, pe);
    }

    /**
     * Starts a copy from a PE to a segment that completes in {@link #quiet()} (spec: shmem_get_nbi).
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param source symmetric array to read on {@code pe}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void getNbi(MemorySegment dest, SymmetricDoubles source, long nelems, int pe) {
        getNbi(dest, 0, source, 0, nelems, pe);
    }

    /**
     * Starts a copy from a PE to a segment that completes in {@link #quiet()} (spec: shmem_get_nbi).
     *
     * @param dest where to copy to; not to be read before the quiet
     * @param destIndex where to start in {@code dest}, in elements
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void getNbi(
            MemorySegment dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe) {
        if (nelems != 0) {
            copyFromNbi(
                    dest,
                    Check.writable("dest", dest, destIndex, nelems, Double.BYTES),
                    Check.remote("source", source, sourceIndex, nelems, Double.BYTES),
                    nelems * Double.BYTES,
                    pe);
        }
    }

    /**
     * Writes one element on a PE (spec: shmem_p). Bits are kept as they are; complete after {@link #quiet()}.
     *
     * @param dest symmetric array whose first element to write on {@code pe}
     * @param value the element
     * @param pe the target
     */
    public final void p(SymmetricDoubles dest, double value, int pe) {
        p(dest, 0, value, pe);
    }

    /**
     * Writes one element on a PE (spec: shmem_p). Bits are kept as they are; complete after {@link #quiet()}.
     *
     * @param dest symmetric array to write on {@code pe}
     * @param index which element
     * @param value the element
     * @param pe the target
     */
    public final void p(SymmetricDoubles dest, long index, double value, int pe) {
        store64(Check.remote("dest", dest, index, 1, Double.BYTES), Bits.raw(value), pe);
    }

    /**
     * Reads one element of a PE (spec: shmem_g). Bits are kept as they are.
     *
     * @param source symmetric array whose first element to read on {@code pe}
     * @param pe the PE to read from
     * @return the element
     */
    public final double g(SymmetricDoubles source, int pe) {
        return g(source, 0, pe);
    }

    /**
     * Reads one element of a PE (spec: shmem_g). Bits are kept as they are.
     *
     * @param source symmetric array to read on {@code pe}
     * @param index which element
     * @param pe the PE to read from
     * @return the element
     */
    public final double g(SymmetricDoubles source, long index, int pe) {
        return Bits.toDouble(load64(Check.remote("source", source, index, 1, Double.BYTES), pe));
    }

    /**
     * Copies every {@code sst}-th element of symmetric memory to every {@code dst}-th element of a PE (spec:
     * shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void iput(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe) {
        iput(dest, 0, source, 0, dst, sst, nelems, pe);
    }

    /**
     * Copies every {@code sst}-th element of symmetric memory to every {@code dst}-th element of a PE (spec:
     * shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the target
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
            final long destSpan = Check.span("dst", dst, null, 1, nelems);
            final long sourceSpan = Check.span("sst", sst, null, 1, nelems);
            blocksTo(
                    Check.remote("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    Check.local("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    Double.BYTES,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies every {@code sst}-th element of a Java array to every {@code dst}-th element of a PE (spec: shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void iput(SymmetricDoubles dest, double[] source, long dst, long sst, long nelems, int pe) {
        iput(dest, 0, source, 0, dst, sst, nelems, pe);
    }

    /**
     * Copies every {@code sst}-th element of a Java array to every {@code dst}-th element of a PE (spec: shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void iput(
            SymmetricDoubles dest,
            long destIndex,
            double[] source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe) {
        if (nelems != 0) {
            final long destSpan = Check.span("dst", dst, null, 1, nelems);
            final long sourceSpan = Check.span("sst", sst, null, 1, nelems);
            blocksTo(
                    Check.remote("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    source,
                    Check.array("source", source, lengthOf("source", source), sourceIndex, sourceSpan),
                    (int) sst,
                    1,
                    (int) nelems,
                    pe);
        }
    }

    /**
     * Copies every {@code sst}-th element of a segment to every {@code dst}-th element of a PE (spec: shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void iput(SymmetricDoubles dest, MemorySegment source, long dst, long sst, long nelems, int pe) {
        iput(dest, 0, source, 0, dst, sst, nelems, pe);
    }

    /**
     * Copies every {@code sst}-th element of a segment to every {@code dst}-th element of a PE (spec: shmem_iput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the target
     */
    public final void iput(
            SymmetricDoubles dest,
            long destIndex,
            MemorySegment source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe) {
        if (nelems != 0) {
            final long destSpan = Check.span("dst", dst, null, 1, nelems);
            final long sourceSpan = Check.span("sst", sst, null, 1, nelems);
            blocksTo(
                    Check.remote("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    source,
                    Check.segment("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    Double.BYTES,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements of symmetric memory to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput(
            SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe) {
        ibput(dest, 0, source, 0, dst, sst, bsize, nblocks, pe);
    }

    /**
     * Copies blocks of {@code bsize} elements of symmetric memory to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
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
        if (nblocks != 0) {
            final long destSpan = Check.span("dst", dst, "bsize", bsize, nblocks);
            final long sourceSpan = Check.span("sst", sst, "bsize", bsize, nblocks);
            blocksTo(
                    Check.remote("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    Check.local("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    bsize * Double.BYTES,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements of a Java array to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput(
            SymmetricDoubles dest, double[] source, long dst, long sst, long bsize, long nblocks, int pe) {
        ibput(dest, 0, source, 0, dst, sst, bsize, nblocks, pe);
    }

    /**
     * Copies blocks of {@code bsize} elements of a Java array to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput(
            SymmetricDoubles dest,
            long destIndex,
            double[] source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe) {
        if (nblocks != 0) {
            final long destSpan = Check.span("dst", dst, "bsize", bsize, nblocks);
            final long sourceSpan = Check.span("sst", sst, "bsize", bsize, nblocks);
            blocksTo(
                    Check.remote("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    source,
                    Check.array("source", source, lengthOf("source", source), sourceIndex, sourceSpan),
                    (int) sst,
                    (int) bsize,
                    (int) nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements of a segment to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param source what to copy
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput(
            SymmetricDoubles dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe) {
        ibput(dest, 0, source, 0, dst, sst, bsize, nblocks, pe);
    }

    /**
     * Copies blocks of {@code bsize} elements of a segment to blocks of a PE (spec: shmem_ibput).
     *
     * @param dest symmetric array to write on {@code pe}
     * @param destIndex where to start in {@code dest}
     * @param source what to copy
     * @param sourceIndex where to start in {@code source}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput(
            SymmetricDoubles dest,
            long destIndex,
            MemorySegment source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe) {
        if (nblocks != 0) {
            final long destSpan = Check.span("dst", dst, "bsize", bsize, nblocks);
            final long sourceSpan = Check.span("sst", sst, "bsize", bsize, nblocks);
            blocksTo(
                    Check.remote("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    source,
                    Check.segment("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    bsize * Double.BYTES,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element of symmetric memory (spec:
     * shmem_iget).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void iget(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe) {
        iget(dest, 0, source, 0, dst, sst, nelems, pe);
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element of symmetric memory (spec:
     * shmem_iget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
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
            final long destSpan = Check.span("dst", dst, null, 1, nelems);
            final long sourceSpan = Check.span("sst", sst, null, 1, nelems);
            blocksFrom(
                    Check.local("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    Check.remote("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    Double.BYTES,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element of a Java array (spec: shmem_iget).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void iget(double[] dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe) {
        iget(dest, 0, source, 0, dst, sst, nelems, pe);
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element of a Java array (spec: shmem_iget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void iget(
            double[] dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe) {
        if (nelems != 0) {
            final long destSpan = Check.span("dst", dst, null, 1, nelems);
            final long sourceSpan = Check.span("sst", sst, null, 1, nelems);
            blocksFrom(
                    dest,
                    Check.array("dest", dest, lengthOf("dest", dest), destIndex, destSpan),
                    (int) dst,
                    Check.remote("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    1,
                    (int) nelems,
                    pe);
        }
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element of a segment (spec: shmem_iget).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void iget(MemorySegment dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe) {
        iget(dest, 0, source, 0, dst, sst, nelems, pe);
    }

    /**
     * Copies every {@code sst}-th element of a PE to every {@code dst}-th element of a segment (spec: shmem_iget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements to copy
     * @param pe the PE to read from
     */
    public final void iget(
            MemorySegment dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe) {
        if (nelems != 0) {
            final long destSpan = Check.span("dst", dst, null, 1, nelems);
            final long sourceSpan = Check.span("sst", sst, null, 1, nelems);
            blocksFrom(
                    dest,
                    Check.writable("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    Check.remote("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    Double.BYTES,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements of a PE to blocks of symmetric memory (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget(
            SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe) {
        ibget(dest, 0, source, 0, dst, sst, bsize, nblocks, pe);
    }

    /**
     * Copies blocks of {@code bsize} elements of a PE to blocks of symmetric memory (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
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
        if (nblocks != 0) {
            final long destSpan = Check.span("dst", dst, "bsize", bsize, nblocks);
            final long sourceSpan = Check.span("sst", sst, "bsize", bsize, nblocks);
            blocksFrom(
                    Check.local("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    Check.remote("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    bsize * Double.BYTES,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements of a PE to blocks of a Java array (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget(
            double[] dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe) {
        ibget(dest, 0, source, 0, dst, sst, bsize, nblocks, pe);
    }

    /**
     * Copies blocks of {@code bsize} elements of a PE to blocks of a Java array (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget(
            double[] dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe) {
        if (nblocks != 0) {
            final long destSpan = Check.span("dst", dst, "bsize", bsize, nblocks);
            final long sourceSpan = Check.span("sst", sst, "bsize", bsize, nblocks);
            blocksFrom(
                    dest,
                    Check.array("dest", dest, lengthOf("dest", dest), destIndex, destSpan),
                    (int) dst,
                    Check.remote("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    (int) bsize,
                    (int) nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} elements of a PE to blocks of a segment (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param source symmetric array to read on {@code pe}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget(
            MemorySegment dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe) {
        ibget(dest, 0, source, 0, dst, sst, bsize, nblocks, pe);
    }

    /**
     * Copies blocks of {@code bsize} elements of a PE to blocks of a segment (spec: shmem_ibget).
     *
     * @param dest where to copy to
     * @param destIndex where to start in {@code dest}
     * @param source symmetric array to read on {@code pe}
     * @param sourceIndex where to start in {@code source}
     * @param dst elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget(
            MemorySegment dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe) {
        if (nblocks != 0) {
            final long destSpan = Check.span("dst", dst, "bsize", bsize, nblocks);
            final long sourceSpan = Check.span("sst", sst, "bsize", bsize, nblocks);
            blocksFrom(
                    dest,
                    Check.writable("dest", dest, destIndex, destSpan, Double.BYTES),
                    dst * Double.BYTES,
                    Check.remote("source", source, sourceIndex, sourceSpan, Double.BYTES),
                    sst * Double.BYTES,
                    bsize * Double.BYTES,
                    nblocks,
                    pe);
        }
    }
    // typed:end

    // sized:begin mem 8 16 32 64 128
    /**
     * Copies {@code nelems} 64-bit elements to a PE (spec: shmem_put64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void put64(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyTo(
                    Check.remoteBytes("dest", dest, bytes, 64 / Byte.SIZE),
                    Check.localBytes("source", source, bytes),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements to a PE (spec: shmem_put64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void put64(SymmetricArray dest, MemorySegment source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyTo(
                    Check.remoteBytes("dest", dest, bytes, 64 / Byte.SIZE),
                    source,
                    Check.segment("source", source, 0, bytes, 1),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements to a PE (spec: shmem_put64).
     *
     * @param dest symmetric memory given by a segment over this PE's own heap to write on {@code pe}
     * @param source what to copy
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void put64(MemorySegment dest, MemorySegment source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyTo(
                    Check.raw("dest", dest, bytes, 64 / Byte.SIZE),
                    source,
                    Check.segment("source", source, 0, bytes, 1),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements to a PE; completes in {@link #quiet()} (spec: shmem_put64_nbi).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void put64Nbi(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyToNbi(
                    Check.remoteBytes("dest", dest, bytes, 64 / Byte.SIZE),
                    Check.localBytes("source", source, bytes),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements to a PE; completes in {@link #quiet()} (spec: shmem_put64_nbi).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void put64Nbi(SymmetricArray dest, MemorySegment source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyToNbi(
                    Check.remoteBytes("dest", dest, bytes, 64 / Byte.SIZE),
                    source,
                    Check.segment("source", source, 0, bytes, 1),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements to a PE; completes in {@link #quiet()} (spec: shmem_put64_nbi).
     *
     * @param dest symmetric memory given by a segment over this PE's own heap to write on {@code pe}
     * @param source what to copy
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void put64Nbi(MemorySegment dest, MemorySegment source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyToNbi(
                    Check.raw("dest", dest, bytes, 64 / Byte.SIZE),
                    source,
                    Check.segment("source", source, 0, bytes, 1),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements from a PE (spec: shmem_get64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void get64(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyFrom(
                    Check.localBytes("dest", dest, bytes),
                    Check.remoteBytes("source", source, bytes, 64 / Byte.SIZE),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements from a PE (spec: shmem_get64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void get64(MemorySegment dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyFrom(
                    dest,
                    Check.writable("dest", dest, 0, bytes, 1),
                    Check.remoteBytes("source", source, bytes, 64 / Byte.SIZE),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements from a PE (spec: shmem_get64).
     *
     * @param dest where to copy to
     * @param source symmetric memory given by a segment over this PE's own heap to read on {@code pe}
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void get64(MemorySegment dest, MemorySegment source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyFrom(
                    dest,
                    Check.writable("dest", dest, 0, bytes, 1),
                    Check.raw("source", source, bytes, 64 / Byte.SIZE),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements from a PE; completes in {@link #quiet()} (spec: shmem_get64_nbi).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void get64Nbi(SymmetricArray dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyFromNbi(
                    Check.localBytes("dest", dest, bytes),
                    Check.remoteBytes("source", source, bytes, 64 / Byte.SIZE),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements from a PE; completes in {@link #quiet()} (spec: shmem_get64_nbi).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void get64Nbi(MemorySegment dest, SymmetricArray source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyFromNbi(
                    dest,
                    Check.writable("dest", dest, 0, bytes, 1),
                    Check.remoteBytes("source", source, bytes, 64 / Byte.SIZE),
                    bytes,
                    pe);
        }
    }

    /**
     * Copies {@code nelems} 64-bit elements from a PE; completes in {@link #quiet()} (spec: shmem_get64_nbi).
     *
     * @param dest where to copy to
     * @param source symmetric memory given by a segment over this PE's own heap to read on {@code pe}
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void get64Nbi(MemorySegment dest, MemorySegment source, long nelems, int pe) {
        if (nelems != 0) {
            final long bytes = Check.bytes(nelems, 64 / Byte.SIZE);
            copyFromNbi(
                    dest,
                    Check.writable("dest", dest, 0, bytes, 1),
                    Check.raw("source", source, bytes, 64 / Byte.SIZE),
                    bytes,
                    pe);
        }
    }
    // sized:end

    // sized:begin 8 16 32 64 128
    /**
     * Copies 64-bit elements that lie {@code sst} apart to a PE (spec: shmem_iput64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void iput64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, null, 1, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, null, 1, nelems), size);
            blocksTo(
                    Check.remoteBytes("dest", dest, destBytes, size),
                    dst * size,
                    Check.localBytes("source", source, sourceBytes),
                    sst * size,
                    size,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies 64-bit elements that lie {@code sst} apart to a PE (spec: shmem_iput64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void iput64(SymmetricArray dest, MemorySegment source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, null, 1, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, null, 1, nelems), size);
            blocksTo(
                    Check.remoteBytes("dest", dest, destBytes, size),
                    dst * size,
                    source,
                    Check.segment("source", source, 0, sourceBytes, 1),
                    sst * size,
                    size,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies 64-bit elements that lie {@code sst} apart to a PE (spec: shmem_iput64).
     *
     * @param dest symmetric memory given by a segment over this PE's own heap to write on {@code pe}
     * @param source what to copy
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems 64-bit elements to copy
     * @param pe the target
     */
    public final void iput64(MemorySegment dest, MemorySegment source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, null, 1, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, null, 1, nelems), size);
            blocksTo(
                    Check.raw("dest", dest, destBytes, size),
                    dst * size,
                    source,
                    Check.segment("source", source, 0, sourceBytes, 1),
                    sst * size,
                    size,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements to a PE (spec: shmem_ibput64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param dst 64-bit elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput64(
            SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (nblocks != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, "bsize", bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, "bsize", bsize, nblocks), size);
            blocksTo(
                    Check.remoteBytes("dest", dest, destBytes, size),
                    dst * size,
                    Check.localBytes("source", source, sourceBytes),
                    sst * size,
                    bsize * size,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements to a PE (spec: shmem_ibput64).
     *
     * @param dest symmetric memory to write on {@code pe}
     * @param source what to copy
     * @param dst 64-bit elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput64(
            SymmetricArray dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (nblocks != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, "bsize", bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, "bsize", bsize, nblocks), size);
            blocksTo(
                    Check.remoteBytes("dest", dest, destBytes, size),
                    dst * size,
                    source,
                    Check.segment("source", source, 0, sourceBytes, 1),
                    sst * size,
                    bsize * size,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements to a PE (spec: shmem_ibput64).
     *
     * @param dest symmetric memory given by a segment over this PE's own heap to write on {@code pe}
     * @param source what to copy
     * @param dst 64-bit elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the target
     */
    public final void ibput64(
            MemorySegment dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (nblocks != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, "bsize", bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, "bsize", bsize, nblocks), size);
            blocksTo(
                    Check.raw("dest", dest, destBytes, size),
                    dst * size,
                    source,
                    Check.segment("source", source, 0, sourceBytes, 1),
                    sst * size,
                    bsize * size,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies 64-bit elements that lie {@code sst} apart from a PE (spec: shmem_iget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void iget64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, null, 1, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, null, 1, nelems), size);
            blocksFrom(
                    Check.localBytes("dest", dest, destBytes),
                    dst * size,
                    Check.remoteBytes("source", source, sourceBytes, size),
                    sst * size,
                    size,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies 64-bit elements that lie {@code sst} apart from a PE (spec: shmem_iget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void iget64(MemorySegment dest, SymmetricArray source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, null, 1, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, null, 1, nelems), size);
            blocksFrom(
                    dest,
                    Check.writable("dest", dest, 0, destBytes, 1),
                    dst * size,
                    Check.remoteBytes("source", source, sourceBytes, size),
                    sst * size,
                    size,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies 64-bit elements that lie {@code sst} apart from a PE (spec: shmem_iget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory given by a segment over this PE's own heap to read on {@code pe}
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems 64-bit elements to copy
     * @param pe the PE to read from
     */
    public final void iget64(MemorySegment dest, MemorySegment source, long dst, long sst, long nelems, int pe) {
        if (nelems != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, null, 1, nelems), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, null, 1, nelems), size);
            blocksFrom(
                    dest,
                    Check.writable("dest", dest, 0, destBytes, 1),
                    dst * size,
                    Check.raw("source", source, sourceBytes, size),
                    sst * size,
                    size,
                    nelems,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements from a PE (spec: shmem_ibget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param dst 64-bit elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget64(
            SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (nblocks != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, "bsize", bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, "bsize", bsize, nblocks), size);
            blocksFrom(
                    Check.localBytes("dest", dest, destBytes),
                    dst * size,
                    Check.remoteBytes("source", source, sourceBytes, size),
                    sst * size,
                    bsize * size,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements from a PE (spec: shmem_ibget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory to read on {@code pe}
     * @param dst 64-bit elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget64(
            MemorySegment dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (nblocks != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, "bsize", bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, "bsize", bsize, nblocks), size);
            blocksFrom(
                    dest,
                    Check.writable("dest", dest, 0, destBytes, 1),
                    dst * size,
                    Check.remoteBytes("source", source, sourceBytes, size),
                    sst * size,
                    bsize * size,
                    nblocks,
                    pe);
        }
    }

    /**
     * Copies blocks of {@code bsize} 64-bit elements from a PE (spec: shmem_ibget64).
     *
     * @param dest where to copy to
     * @param source symmetric memory given by a segment over this PE's own heap to read on {@code pe}
     * @param dst 64-bit elements of {@code dest} from the start of a block to that of the next, at least {@code bsize}
     * @param sst the same in {@code source}
     * @param bsize 64-bit elements in a block, 1 or more
     * @param nblocks blocks to copy
     * @param pe the PE to read from
     */
    public final void ibget64(
            MemorySegment dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe) {
        if (nblocks != 0) {
            final int size = 64 / Byte.SIZE;
            final long destBytes = Check.bytes(Check.span("dst", dst, "bsize", bsize, nblocks), size);
            final long sourceBytes = Check.bytes(Check.span("sst", sst, "bsize", bsize, nblocks), size);
            blocksFrom(
                    dest,
                    Check.writable("dest", dest, 0, destBytes, 1),
                    dst * size,
                    Check.raw("source", source, sourceBytes, size),
                    sst * size,
                    bsize * size,
                    nblocks,
                    pe);
        }
    }
    // sized:end

    /**
     * Orders operations to each PE (spec: shmem_fence): puts, {@code p}, strided and nbi puts, and atomics issued on
     * this context before reach a PE before those issued after. It orders nothing between different PEs, and no gets.
     */
    public final void fence() {
        orderDeliveries();
    }

    /**
     * Completes all operations issued on this context (spec: shmem_quiet): puts are visible to every PE, nbi results
     * have arrived.
     */
    public final void quiet() {
        completeAll();
    }

    /**
     * Completes the operations issued on this context to some PEs (spec: shmem_pe_quiet).
     *
     * @param pes the targets; none is legal
     */
    public final void peQuiet(int... pes) {
        completeTo(pes);
    }
    // operations:end

    /**
     * Quiets and ends the context (spec: shmem_ctx_destroy); its operations then throw {@link IllegalStateException}.
     * Ending it twice does nothing.
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
     * @return {@link Shmem#TEAM_WORLD} unless it was made on another
     */
    public abstract ShmemTeam getTeam();

    /**
     * Starts a session (spec: shmem_ctx_session_start), as {@link #sessionStart(long, SessionConfig)} with nothing
     * known of it.
     *
     * @param options {@link Shmem#CTX_SESSION_BATCH} or 0
     */
    public final void sessionStart(long options) {
        sessionStart(options, null);
    }

    /**
     * Starts a session (spec: shmem_ctx_session_start): a hint on the operations to come, which changes neither their
     * results nor their order or completion. Starting one within another adds its options.
     *
     * @param options {@link Shmem#CTX_SESSION_BATCH} or 0
     * @param config what is known of the session, or null
     */
    public final void sessionStart(long options, SessionConfig config) {
        if ((options & ~Shmem.CTX_SESSION_BATCH) != 0) {
            throw new IllegalArgumentException("options=" + options + " has bits that are no CTX_SESSION_ constant");
        }
        startSession(options, config);
    }

    /** Ends the session (spec: shmem_ctx_session_stop); without one it does nothing. */
    public abstract void sessionStop();

    /**
     * Notes a session.
     *
     * @param options checked
     * @param config what is known of it, or null
     */
    protected abstract void startSession(long options, SessionConfig config);
}
