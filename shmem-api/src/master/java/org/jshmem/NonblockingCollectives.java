package org.jshmem;

import org.jshmem.spi.ElementKind;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;

/**
 * The collectives of a team that do not wait (proposal: specification pull request 456, shmem_broadcast_nb and
 * shmem_alltoall_nb; the other ones are an extension of it). Each method starts a collective and returns a
 * {@link CollectiveRequest}, by which the program waits for its end:
 *
 * <pre>{@code
 * NonblockingCollectives nb = NonblockingCollectives.on(team);
 * CollectiveRequest sum = nb.sumReduceNb(x);
 * ... work that does not need the sum
 * double total = sum.doubleResult();
 * }</pre>
 *
 * <p><b>Order.</b> All PEs of the team start the same collectives, in the same order and with the same arguments. The
 * library may execute them in any order. The end of one says nothing about another one. Blocking collectives of the
 * team may be mixed with these: each kind has an order of its own.
 *
 * <p><b>Memory.</b> Until a request is complete, the program changes neither {@code source} nor {@code dest}, and does
 * not read {@code dest}. {@code dest} must be ready on all PEs before the first PE starts the collective. When a
 * request is complete, this PE's {@code dest} has its result and its {@code source} may be changed; other PEs may still
 * be in the collective.
 *
 * <p><b>Progress.</b> A thread of the library executes open collectives while the program computes; a thread that waits
 * for one executes it itself. That thread of the library has a name that starts with {@code jshmem-nonblocking}; it
 * sleeps while nothing is open.
 *
 * <p><b>Limits.</b> At most {@code SHMEM_NB_REQUESTS} requests of a team are open at a time: started, and not complete
 * for the program by {@link CollectiveRequest#await}, a {@link CollectiveRequest#test} that returned true, or
 * {@link CollectiveRequest#toFuture()}. A collective that is still open when the team is destroyed or at the last
 * {@code shutdown} is reported, and does not go on.
 *
 * <p><b>Threads.</b> One thread of a PE at a time may start collectives of a team, as for blocking ones. Any thread may
 * wait for a request, one at a time.
 *
 * <p><b>Errors.</b> Arguments are checked by the call, as by the blocking one. If PEs start different collectives,
 * every PE that waits for the request gets a {@link ShmemException} that names the call of each PE and the place where
 * it was started.
 */
public final class NonblockingCollectives {
    private final NonblockingKernel kernel;
    private final int pes;

    private NonblockingCollectives(NonblockingKernel kernel, int pes) {
        this.kernel = kernel;
        this.pes = pes;
    }

    /**
     * The non-blocking collectives of a team; the first call for a team is collective, and waits for all its PEs.
     *
     * @param team a team
     * @return valid as long as the team
     * @throws IllegalStateException if the team has been destroyed
     * @throws ShmemOutOfMemoryException on all PEs of the team, if a node has no memory for them
     */
    public static NonblockingCollectives on(ShmemTeam team) {
        return new NonblockingCollectives(Shmem.existing(team).openNonblocking(), team.nPes());
    }

    /**
     * Starts {@link ShmemTeam#sync()}.
     *
     * @return the request
     */
    public CollectiveRequest syncNb() {
        return kernel.sync(false);
    }

    /**
     * Starts a barrier of the team, which also completes this PE's operations of the default context. They are
     * completed before the call returns, so it may take as long as {@link Shmem#quiet()}.
     *
     * @return the request
     */
    public CollectiveRequest barrierNb() {
        Shmem.quiet();
        return kernel.sync(true);
    }

    // typed:begin
    /**
     * Starts {@link ShmemTeam#broadcast(SymmetricDoubles, SymmetricDoubles, long, int)}.
     *
     * @param dest the destination, on every PE
     * @param source what to copy, on {@code root}
     * @param nelems elements to copy
     * @param root the PE that sends, by its number in the team
     * @return the request
     */
    public CollectiveRequest broadcastNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int root) {
        CollectiveCheck.root(root, pes);
        final long bytes = CollectiveCheck.blocks(nelems, 1, Double.BYTES) * Double.BYTES;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apart(destOffset, bytes, sourceOffset, bytes);
        return kernel.broadcast(destOffset, sourceOffset, bytes, root);
    }

    /**
     * Starts {@link ShmemTeam#collect(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the destination; at least as long as all blocks together, and of the same length on every PE
     * @param source this PE's block
     * @param nelems elements in this PE's block, which may differ from PE to PE
     * @return the request
     */
    public CollectiveRequest collectNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, Double.BYTES) * Double.BYTES;
        final long destOffset = CollectiveCheck.offset("dest", dest, dest == null ? 0 : dest.length());
        final long sourceOffset =
                CollectiveCheck.contribution(source, nelems, CollectiveCheck.offset("source", source, nelems));
        return kernel.collect(destOffset, CollectiveCheck.size(dest), sourceOffset, bytes);
    }

    /**
     * Starts {@link ShmemTeam#fcollect(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the destination, with {@code nelems} elements for each PE of the team
     * @param source this PE's block
     * @param nelems elements in a block, the same on every PE
     * @return the request
     */
    public CollectiveRequest fcollectNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, pes, Double.BYTES);
        final long destOffset = CollectiveCheck.offset("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apart(destOffset, all * Double.BYTES, sourceOffset, nelems * Double.BYTES);
        return kernel.fcollect(destOffset, sourceOffset, nelems * Double.BYTES);
    }

    /**
     * Starts {@link ShmemTeam#alltoall(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the destination, with {@code nelems} elements for each PE of the team
     * @param source what to send; as long as {@code dest}
     * @param nelems elements in a block
     * @return the request
     */
    public CollectiveRequest alltoallNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, pes, Double.BYTES);
        final long destOffset = CollectiveCheck.offset("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offset("source", source, all);
        CollectiveCheck.apart(destOffset, all * Double.BYTES, sourceOffset, all * Double.BYTES);
        return kernel.alltoall(destOffset, sourceOffset, nelems * Double.BYTES);
    }

    /**
     * Starts {@link ShmemTeam#alltoalls(SymmetricDoubles, SymmetricDoubles, long, long, long)}.
     *
     * @param dest the destination; memory between the elements is not changed
     * @param source what to send
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements in a block
     * @return the request
     */
    public CollectiveRequest alltoallsNb(
            SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, pes, Double.BYTES);
        final long destSpan = Check.span("dst", dst, Math.max(all, 1));
        final long sourceSpan = Check.span("sst", sst, Math.max(all, 1));
        final long destOffset = CollectiveCheck.offset("dest", dest, all == 0 ? 0 : destSpan);
        final long sourceOffset = CollectiveCheck.offset("source", source, all == 0 ? 0 : sourceSpan);
        if (all != 0) {
            CollectiveCheck.apart(destOffset, destSpan * Double.BYTES, sourceOffset, sourceSpan * Double.BYTES);
        }
        return kernel.alltoalls(destOffset, dst * Double.BYTES, sourceOffset, sst * Double.BYTES, Double.BYTES, nelems);
    }

    /**
     * Starts {@link ShmemTeam#maxReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest maxReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.MAX, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#minReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest minReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.MIN, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#sumReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest sumReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.SUM, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#prodReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest prodReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.PROD, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#sumInscan(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest sumInscanNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return scan(true, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#sumExscan(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest sumExscanNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return scan(false, ElementKind.DOUBLE, dest, source, nelems);
    }

    // typed:end

    // typed:begin byte short int long
    /**
     * Starts {@link ShmemTeam#andReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest andReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.AND, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#orReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest orReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.OR, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#xorReduce(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest xorReduceNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.XOR, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#maxReduceUnsigned(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest maxReduceUnsignedNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.MAX_UNSIGNED, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Starts {@link ShmemTeam#minReduceUnsigned(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     * @return the request
     */
    public CollectiveRequest minReduceUnsignedNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.MIN_UNSIGNED, ElementKind.DOUBLE, dest, source, nelems);
    }

    // typed:end

    // typed:begin float double
    /**
     * Starts {@link ShmemTeam#sumReduceComplex(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     * @return the request
     */
    public CollectiveRequest sumReduceComplexNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(Reduction.SUM, ElementKind.DOUBLE, dest, source, CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    /**
     * Starts {@link ShmemTeam#prodReduceComplex(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     * @return the request
     */
    public CollectiveRequest prodReduceComplexNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return reduce(
                Reduction.PROD_COMPLEX,
                ElementKind.DOUBLE,
                dest,
                source,
                CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    /**
     * Starts {@link ShmemTeam#sumInscanComplex(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     * @return the request
     */
    public CollectiveRequest sumInscanComplexNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return scan(true, ElementKind.DOUBLE, dest, source, CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    /**
     * Starts {@link ShmemTeam#sumExscanComplex(SymmetricDoubles, SymmetricDoubles, long)}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     * @return the request
     */
    public CollectiveRequest sumExscanComplexNb(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        return scan(false, ElementKind.DOUBLE, dest, source, CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    // typed:end

    /**
     * Starts {@link ShmemTeam#broadcastmem(SymmetricArray, SymmetricArray, long, int)}.
     *
     * @param dest the destination, on every PE
     * @param source what to copy, on {@code root}
     * @param nelems bytes to copy
     * @param root the PE that sends, by its number in the team
     * @return the request
     */
    public CollectiveRequest broadcastmemNb(SymmetricArray dest, SymmetricArray source, long nelems, int root) {
        CollectiveCheck.root(root, pes);
        final long bytes = CollectiveCheck.blocks(nelems, 1, 1);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, bytes);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, bytes);
        CollectiveCheck.apart(destOffset, bytes, sourceOffset, bytes);
        return kernel.broadcast(destOffset, sourceOffset, bytes, root);
    }

    /**
     * Starts {@link ShmemTeam#collectmem(SymmetricArray, SymmetricArray, long)}.
     *
     * @param dest the destination; at least as long as all blocks together, and of the same length on every PE
     * @param source this PE's block
     * @param nelems bytes in this PE's block, which may differ from PE to PE
     * @return the request
     */
    public CollectiveRequest collectmemNb(SymmetricArray dest, SymmetricArray source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, 1);
        final long destBytes = CollectiveCheck.size(dest);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, destBytes);
        final long sourceOffset =
                CollectiveCheck.contribution(source, bytes, CollectiveCheck.offsetBytes("source", source, bytes));
        return kernel.collect(destOffset, destBytes, sourceOffset, bytes);
    }

    /**
     * Starts {@link ShmemTeam#fcollectmem(SymmetricArray, SymmetricArray, long)}.
     *
     * @param dest the destination, with {@code nelems} bytes for each PE of the team
     * @param source this PE's block
     * @param nelems bytes in a block, the same on every PE
     * @return the request
     */
    public CollectiveRequest fcollectmemNb(SymmetricArray dest, SymmetricArray source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, pes, 1);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, nelems);
        CollectiveCheck.apart(destOffset, all, sourceOffset, nelems);
        return kernel.fcollect(destOffset, sourceOffset, nelems);
    }

    /**
     * Starts {@link ShmemTeam#alltoallmem(SymmetricArray, SymmetricArray, long)}.
     *
     * @param dest the destination, with {@code nelems} bytes for each PE of the team
     * @param source what to send; as long as {@code dest}
     * @param nelems bytes in a block
     * @return the request
     */
    public CollectiveRequest alltoallmemNb(SymmetricArray dest, SymmetricArray source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, pes, 1);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, all);
        CollectiveCheck.apart(destOffset, all, sourceOffset, all);
        return kernel.alltoall(destOffset, sourceOffset, nelems);
    }

    /**
     * Starts {@link ShmemTeam#alltoallsmem(SymmetricArray, SymmetricArray, long, long, long)}.
     *
     * @param dest the destination; memory between the bytes is not changed
     * @param source what to send
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems bytes in a block
     * @return the request
     */
    public CollectiveRequest alltoallsmemNb(
            SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, pes, 1);
        final long destSpan = Check.span("dst", dst, Math.max(all, 1));
        final long sourceSpan = Check.span("sst", sst, Math.max(all, 1));
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, all == 0 ? 0 : destSpan);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, all == 0 ? 0 : sourceSpan);
        if (all != 0) {
            CollectiveCheck.apart(destOffset, destSpan, sourceOffset, sourceSpan);
        }
        return kernel.alltoalls(destOffset, dst, sourceOffset, sst, 1, nelems);
    }

    // typed:begin int long float double
    /**
     * Starts {@link ShmemTeam#broadcast(double, int)}.
     *
     * @param value a {@code double}; only that of {@code root} is used
     * @param root the PE that sends, by its number in the team
     * @return the request
     */
    public CollectiveRequest broadcastNb(double value, int root) {
        CollectiveCheck.root(root, pes);
        return kernel.broadcastValue(ElementKind.DOUBLE, Bits.raw(value), root);
    }

    /**
     * Starts {@link ShmemTeam#maxReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest maxReduceNb(double value) {
        return kernel.reduceValue(Reduction.MAX, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#minReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest minReduceNb(double value) {
        return kernel.reduceValue(Reduction.MIN, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#sumReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest sumReduceNb(double value) {
        return kernel.reduceValue(Reduction.SUM, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#prodReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest prodReduceNb(double value) {
        return kernel.reduceValue(Reduction.PROD, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#sumInscan(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest sumInscanNb(double value) {
        return kernel.scanValue(true, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#sumExscan(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest sumExscanNb(double value) {
        return kernel.scanValue(false, ElementKind.DOUBLE, Bits.raw(value));
    }

    // typed:end

    // typed:begin int long
    /**
     * Starts {@link ShmemTeam#andReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest andReduceNb(double value) {
        return kernel.reduceValue(Reduction.AND, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#orReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest orReduceNb(double value) {
        return kernel.reduceValue(Reduction.OR, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#xorReduce(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest xorReduceNb(double value) {
        return kernel.reduceValue(Reduction.XOR, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#maxReduceUnsigned(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest maxReduceUnsignedNb(double value) {
        return kernel.reduceValue(Reduction.MAX_UNSIGNED, ElementKind.DOUBLE, Bits.raw(value));
    }

    /**
     * Starts {@link ShmemTeam#minReduceUnsigned(double)}.
     *
     * @param value this PE's value
     * @return the request
     */
    public CollectiveRequest minReduceUnsignedNb(double value) {
        return kernel.reduceValue(Reduction.MIN_UNSIGNED, ElementKind.DOUBLE, Bits.raw(value));
    }

    // typed:end

    private CollectiveRequest reduce(
            Reduction operation, ElementKind type, SymmetricArray dest, SymmetricArray source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, type.bytes) * type.bytes;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apartOrSame(destOffset, sourceOffset, bytes);
        return kernel.reduce(operation, type, destOffset, sourceOffset, nelems);
    }

    private CollectiveRequest scan(
            boolean inclusive, ElementKind type, SymmetricArray dest, SymmetricArray source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, type.bytes) * type.bytes;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apartOrSame(destOffset, sourceOffset, bytes);
        return kernel.scan(inclusive, type, destOffset, sourceOffset, nelems);
    }
}
