package org.jshmem;

import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;
import org.jshmem.spi.TeamKernel;

/**
 * A team: an ordered set of PEs of the job, numbered from 0 (spec: Team Management).
 *
 * <p>{@link Shmem#TEAM_WORLD} and {@link Shmem#TEAM_SHARED} exist from the first {@code init} to the last
 * {@code shutdown}. Other teams are made by splitting a team. A PE has a team object only for teams that it belongs to;
 * null stands for C's {@code SHMEM_TEAM_INVALID}.
 *
 * <p><b>Collectives.</b> All PEs of the team call the same collectives, in the same order and with the same arguments.
 * On each PE, only one thread at a time may call a collective of the team. Different threads may use different teams at
 * the same time. {@code dest} and {@code source} are symmetric arrays or parts of them. {@code source} may be written
 * right before the call. {@code dest} must be ready on all PEs before the first PE calls. When the call returns, this
 * PE's {@code dest} is complete and its {@code source} may be changed, but other PEs may still be in the call.
 * Collectives may follow one another without a barrier. A collective does not complete puts. With 0 elements an array
 * may be null, and the call still waits for the other PEs.
 *
 * <p><b>Single values.</b> Methods such as {@code long sum = sumReduce(x)} take one value from each PE and return the
 * result, without symmetric memory. They exist for {@code int}, {@code long}, {@code float} and {@code double}; a
 * {@code byte}, {@code short} or {@code char} is converted to {@code int}, as in Java's arithmetic. They synchronize
 * like the other collectives. A sum has the same bits as {@code sumReduce} on arrays of one element. A NaN in a result
 * is always the same NaN, except in {@code broadcast}, which changes no bit.
 *
 * <p><b>Errors.</b> Arguments are checked before any byte moves; {@link ShmemContext} lists the exceptions. If PEs call
 * different routines, or the same routine with different arguments, all of them get a {@link ShmemException} that names
 * the call of each PE. A team that was destroyed, or that ended with the last {@code shutdown}, throws
 * {@link IllegalStateException}.
 */
public abstract class ShmemTeam extends TeamKernel implements AutoCloseable {
    /** For the runtime, and {@link ForwardingTeam}. */
    protected ShmemTeam() {}

    /** Makes a matching space for {@link org.jshmem.messages.Messages}. */
    final MessageKernel openMessages() {
        return messages();
    }

    /** Finds or makes what {@link NonblockingCollectives} needs. */
    final NonblockingKernel openNonblocking() {
        return nonblocking();
    }

    /**
     * This PE's number in the team (spec: shmem_team_my_pe).
     *
     * @return 0 … {@link #nPes()} − 1
     */
    public abstract int myPe();

    /**
     * The number of PEs in the team (spec: shmem_team_n_pes).
     *
     * @return at least 1
     */
    public abstract int nPes();

    /**
     * The configuration that was requested for the team (spec: shmem_team_get_config).
     *
     * @return the configuration
     */
    public abstract TeamConfig getConfig();

    /**
     * The number that a PE of this team has in another one (spec: shmem_team_translate_pe).
     *
     * @param srcPe a number in this team
     * @param destTeam another team of this PE, or null
     * @return its number in {@code destTeam}, or −1 if it is not in both teams
     */
    public abstract int translatePe(int srcPe, ShmemTeam destTeam);

    /**
     * Makes a team of PEs that are equally spaced in this one (spec: shmem_team_split_strided); collective over this
     * team. The new team can be used at once.
     *
     * @param start the first PE's number in this team
     * @param stride from one PE to the next: negative for the reverse order; 0 is allowed only with one PE
     * @param size how many PEs, at least 1
     * @return the new team, or null on a PE that is not in it
     * @throws IllegalArgumentException if this team does not have these PEs
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public final ShmemTeam splitStrided(int start, int stride, int size) {
        return splitStrided(start, stride, size, null);
    }

    /**
     * Makes a team as {@link #splitStrided(int, int, int)} does (spec: shmem_team_split_strided); collective over this
     * team.
     *
     * @param start the first PE's number in this team
     * @param stride from one PE to the next: negative for the reverse order; 0 is allowed only with one PE
     * @param size how many PEs, at least 1
     * @param config requests, or null for none
     * @return the new team, or null on a PE that is not in it
     * @throws IllegalArgumentException if this team does not have these PEs
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public abstract ShmemTeam splitStrided(int start, int stride, int size, TeamConfig config);

    /**
     * Splits this team into a team for each row and each column of a grid, which its PEs fill row by row (spec:
     * shmem_team_split_2d); collective over this team. The last row may be short.
     *
     * @param xrange PEs in a row, at least 1; there is one row if the team has fewer PEs
     * @return this PE's row and column
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public final TeamGrid split2d(int xrange) {
        return split2d(xrange, null, null);
    }

    /**
     * Makes rows and columns as {@link #split2d(int)} does (spec: shmem_team_split_2d); collective over this team.
     *
     * @param xrange PEs in a row, at least 1; there is one row if the team has fewer PEs
     * @param xConfig requests for the row, or null for none
     * @param yConfig requests for the column, or null for none
     * @return this PE's row and column
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public abstract TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig);

    /**
     * Makes one team of all PEs that pass the same color, for each color; collective over this team. The PEs of a new
     * team are in the order of their keys, and PEs with the same key are in the order of this team. An extension of
     * OpenSHMEM, like {@code MPI_Comm_split}.
     *
     * <p>Each PE learns the colors and keys of all PEs, so the time for a split is proportional to the number of PEs.
     *
     * @param color 0 or more; or {@link Shmem#NO_COLOR} to join no new team
     * @param key any number
     * @return the new team of this PE's color, or null for {@code NO_COLOR}
     * @throws IllegalArgumentException for another negative color
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public final ShmemTeam splitByColor(int color, int key) {
        return splitByColor(color, key, null);
    }

    /**
     * Makes a team of the PEs that pass the same color, as {@link #splitByColor(int, int)} does; collective over this
     * team. An extension of OpenSHMEM.
     *
     * @param color 0 or more; or {@link Shmem#NO_COLOR} to join no new team
     * @param key any number
     * @param config requests, or null for none
     * @return the new team of this PE's color, or null for {@code NO_COLOR}
     * @throws IllegalArgumentException for another negative color
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public abstract ShmemTeam splitByColor(int color, int key, TeamConfig config);

    /**
     * Makes a team of some PEs of this one, in any order; collective over this team. An extension of OpenSHMEM, like
     * {@code MPI_Group_incl} with {@code MPI_Comm_create}.
     *
     * @param pes the numbers of those PEs in this team, in the order of the new one; the same on all PEs
     * @return the new team, or null on a PE that is not in it
     * @throws NullPointerException if {@code pes} is null
     * @throws IllegalArgumentException for an empty list, for a PE that this team does not have, or for a PE that is
     *     named twice
     * @throws ShmemException on all PEs of this team, if their lists differ
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public final ShmemTeam splitPes(int... pes) {
        return splitPes(pes, null);
    }

    /**
     * Makes a team of some PEs of this one, as {@link #splitPes(int...)} does; collective over this team. An extension
     * of OpenSHMEM.
     *
     * @param pes the numbers of those PEs in this team, in the order of the new one; the same on all PEs
     * @param config requests, or null for none
     * @return the new team, or null on a PE that is not in it
     * @throws NullPointerException if {@code pes} is null
     * @throws IllegalArgumentException for an empty list, for a PE that this team does not have, or for a PE that is
     *     named twice
     * @throws ShmemException on all PEs of this team, if their lists differ
     * @throws ShmemOutOfMemoryException on all PEs of this team, if a node has no memory for the new team
     */
    public abstract ShmemTeam splitPes(int[] pes, TeamConfig config);

    /**
     * Makes a context whose PE numbers are the team's (spec: shmem_team_create_ctx); not collective.
     *
     * @param options a union of {@link Shmem#CTX_SERIALIZED}, {@link Shmem#CTX_PRIVATE} and {@link Shmem#CTX_NOSTORE},
     *     or 0
     * @return the context; end it with {@link ShmemContext#destroy()}. It also ends with the team
     */
    public final ShmemContext createCtx(long options) {
        return context(Shmem.checkedOptions(options));
    }

    /**
     * Waits until every PE of the team has called it (spec: shmem_team_sync). Afterwards earlier stores are visible.
     * Puts and other operations also need a quiet before the call.
     */
    public abstract void sync();

    /**
     * Ends the team and the contexts made on it (spec: shmem_team_destroy); collective over the team. A second call
     * does nothing.
     *
     * @throws IllegalStateException for {@link Shmem#TEAM_WORLD} and {@link Shmem#TEAM_SHARED}
     */
    public abstract void destroy();

    /** Same as {@link #destroy()}. */
    @Override
    public final void close() {
        destroy();
    }

    // typed:begin
    /**
     * A live view of a PE's copy of an array (spec: shmem_team_ptr), as {@link Shmem#ptr(SymmetricDoubles, int)} gives.
     *
     * @param array symmetric array
     * @param pe whose copy, a number in this team
     * @return the view, or null if that PE's memory is not mapped here
     */
    public final SymmetricDoubles ptr(SymmetricDoubles array, int pe) {
        return Shmem.ptr(array, worldPe(pe));
    }

    // typed:end

    // operations:begin
    // typed:begin
    /**
     * Copies {@code nelems} elements of {@code double} from one PE to all PEs, itself included (spec: shmem_broadcast);
     * collective.
     *
     * @param dest the destination, on every PE
     * @param source what to copy, on {@code root}
     * @param nelems elements to copy
     * @param root the PE that sends, by its number in the team
     */
    public final void broadcast(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int root) {
        CollectiveCheck.root(root, nPes());
        final long bytes = CollectiveCheck.blocks(nelems, 1, Double.BYTES) * Double.BYTES;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apart(destOffset, bytes, sourceOffset, bytes);
        broadcastBytes(destOffset, sourceOffset, bytes, root);
    }

    /**
     * Concatenates the blocks of all PEs on every PE, in the order of the team (spec: shmem_collect); collective.
     *
     * @param dest the destination; at least as long as all blocks together, and of the same length on every PE
     * @param source this PE's block
     * @param nelems elements in this PE's block, which may differ from PE to PE
     */
    public final void collect(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, Double.BYTES) * Double.BYTES;
        final long destOffset = CollectiveCheck.offset("dest", dest, dest == null ? 0 : dest.length());
        final long sourceOffset =
                CollectiveCheck.contribution(source, nelems, CollectiveCheck.offset("source", source, nelems));
        collectBytes(destOffset, CollectiveCheck.size(dest), sourceOffset, bytes);
    }

    /**
     * Concatenates the blocks of all PEs, all of one size, on every PE (spec: shmem_fcollect); collective.
     *
     * @param dest the destination, with {@code nelems} elements for each PE of the team
     * @param source this PE's block
     * @param nelems elements in a block, the same on every PE
     */
    public final void fcollect(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, nPes(), Double.BYTES);
        final long destOffset = CollectiveCheck.offset("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apart(destOffset, all * Double.BYTES, sourceOffset, nelems * Double.BYTES);
        fcollectBytes(destOffset, sourceOffset, nelems * Double.BYTES);
    }

    /**
     * Sends a block from every PE to every PE: block k of PE l becomes block l of PE k (spec: shmem_alltoall);
     * collective.
     *
     * @param dest the destination, with {@code nelems} elements for each PE of the team
     * @param source what to send; as long as {@code dest}
     * @param nelems elements in a block
     */
    public final void alltoall(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, nPes(), Double.BYTES);
        final long destOffset = CollectiveCheck.offset("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offset("source", source, all);
        CollectiveCheck.apart(destOffset, all * Double.BYTES, sourceOffset, all * Double.BYTES);
        alltoallBytes(destOffset, sourceOffset, nelems * Double.BYTES);
    }

    /**
     * Sends a block from every PE to every PE like {@code alltoall}, with strides between the elements (spec:
     * shmem_alltoalls); collective.
     *
     * @param dest the destination; memory between the elements is not changed
     * @param source what to send
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems elements in a block
     */
    public final void alltoalls(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, nPes(), Double.BYTES);
        final long destSpan = Check.span("dst", dst, Math.max(all, 1));
        final long sourceSpan = Check.span("sst", sst, Math.max(all, 1));
        final long destOffset = CollectiveCheck.offset("dest", dest, all == 0 ? 0 : destSpan);
        final long sourceOffset = CollectiveCheck.offset("source", source, all == 0 ? 0 : sourceSpan);
        if (all != 0) {
            CollectiveCheck.apart(destOffset, destSpan * Double.BYTES, sourceOffset, sourceSpan * Double.BYTES);
        }
        alltoallsBytes(destOffset, dst * Double.BYTES, sourceOffset, sst * Double.BYTES, Double.BYTES, nelems);
    }

    /**
     * Computes the maximum of {@code double} elements over all PEs, element by element (spec: shmem_max_reduce);
     * collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void maxReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.MAX, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the minimum of {@code double} elements over all PEs, element by element (spec: shmem_min_reduce);
     * collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void minReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.MIN, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the sum of {@code double} elements over all PEs, element by element (spec: shmem_sum_reduce);
     * collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void sumReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.SUM, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the product of {@code double} elements over all PEs, element by element (spec: shmem_prod_reduce);
     * collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void prodReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.PROD, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the sum of {@code double} elements over this PE and the PEs before it, element by element (spec:
     * shmem_sum_inscan); collective. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void sumInscan(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        scan(true, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the sum of {@code double} elements over the PEs before this one, element by element (spec:
     * shmem_sum_exscan); collective. The first PE gets 0. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void sumExscan(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        scan(false, ElementKind.DOUBLE, dest, source, nelems);
    }

    // typed:end

    // typed:begin byte short int long
    /**
     * Computes the bitwise and of {@code double} elements over all PEs, element by element (spec: shmem_and_reduce);
     * collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void andReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.AND, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the bitwise or of {@code double} elements over all PEs, element by element (spec: shmem_or_reduce);
     * collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void orReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.OR, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the bitwise exclusive or of {@code double} elements over all PEs, element by element (spec:
     * shmem_xor_reduce); collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void xorReduce(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.XOR, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the maximum of {@code double} elements over all PEs, element by element, as unsigned numbers (spec:
     * shmem_max_reduce); collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void maxReduceUnsigned(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.MAX_UNSIGNED, ElementKind.DOUBLE, dest, source, nelems);
    }

    /**
     * Computes the minimum of {@code double} elements over all PEs, element by element, as unsigned numbers (spec:
     * shmem_min_reduce); collective. Every PE gets the results. {@code dest} may be {@code source}.
     *
     * @param dest the results
     * @param source this PE's elements
     * @param nelems how many elements
     */
    public final void minReduceUnsigned(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.MIN_UNSIGNED, ElementKind.DOUBLE, dest, source, nelems);
    }

    // typed:end

    // typed:begin float double
    /**
     * Computes the sum of complex numbers over all PEs, number by number (spec: shmem_sum_reduce); collective. A
     * complex number is a pair of {@code double} elements. Every PE gets the results. {@code dest} may be
     * {@code source}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     */
    public final void sumReduceComplex(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(Reduction.SUM, ElementKind.DOUBLE, dest, source, CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    /**
     * Computes the product of complex numbers over all PEs, number by number (spec: shmem_prod_reduce); collective. A
     * complex number is a pair of {@code double} elements. Every PE gets the results. {@code dest} may be
     * {@code source}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     */
    public final void prodReduceComplex(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        reduce(
                Reduction.PROD_COMPLEX,
                ElementKind.DOUBLE,
                dest,
                source,
                CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    /**
     * Computes the sum of complex numbers over this PE and the PEs before it, number by number (spec:
     * shmem_sum_inscan); collective. A complex number is a pair of {@code double} elements. {@code dest} may be
     * {@code source}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     */
    public final void sumInscanComplex(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        scan(true, ElementKind.DOUBLE, dest, source, CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    /**
     * Computes the sum of complex numbers over the PEs before this one, number by number (spec: shmem_sum_exscan);
     * collective. A complex number is a pair of {@code double} elements. The first PE gets 0. {@code dest} may be
     * {@code source}.
     *
     * @param dest the results
     * @param source this PE's numbers
     * @param nelems how many complex numbers
     */
    public final void sumExscanComplex(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
        scan(false, ElementKind.DOUBLE, dest, source, CollectiveCheck.blocks(nelems, 2, Double.BYTES));
    }

    // typed:end

    /**
     * Copies bytes from one PE to all PEs, itself included (spec: shmem_broadcastmem); collective.
     *
     * @param dest the destination, on every PE
     * @param source what to copy, on {@code root}
     * @param nelems bytes to copy
     * @param root the PE that sends, by its number in the team
     */
    public final void broadcastmem(SymmetricArray dest, SymmetricArray source, long nelems, int root) {
        CollectiveCheck.root(root, nPes());
        final long bytes = CollectiveCheck.blocks(nelems, 1, 1);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, bytes);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, bytes);
        CollectiveCheck.apart(destOffset, bytes, sourceOffset, bytes);
        broadcastBytes(destOffset, sourceOffset, bytes, root);
    }

    /**
     * Concatenates the blocks of all PEs on every PE, in the order of the team (spec: shmem_collectmem); collective.
     *
     * @param dest the destination; at least as long as all blocks together, and of the same length on every PE
     * @param source this PE's block
     * @param nelems bytes in this PE's block, which may differ from PE to PE
     */
    public final void collectmem(SymmetricArray dest, SymmetricArray source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, 1);
        final long destBytes = CollectiveCheck.size(dest);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, destBytes);
        final long sourceOffset =
                CollectiveCheck.contribution(source, bytes, CollectiveCheck.offsetBytes("source", source, bytes));
        collectBytes(destOffset, destBytes, sourceOffset, bytes);
    }

    /**
     * Concatenates the blocks of all PEs, all of one size, on every PE (spec: shmem_fcollectmem); collective.
     *
     * @param dest the destination, with {@code nelems} bytes for each PE of the team
     * @param source this PE's block
     * @param nelems bytes in a block, the same on every PE
     */
    public final void fcollectmem(SymmetricArray dest, SymmetricArray source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, nPes(), 1);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, nelems);
        CollectiveCheck.apart(destOffset, all, sourceOffset, nelems);
        fcollectBytes(destOffset, sourceOffset, nelems);
    }

    /**
     * Sends a block from every PE to every PE: block k of PE l becomes block l of PE k (spec: shmem_alltoallmem);
     * collective.
     *
     * @param dest the destination, with {@code nelems} bytes for each PE of the team
     * @param source what to send; as long as {@code dest}
     * @param nelems bytes in a block
     */
    public final void alltoallmem(SymmetricArray dest, SymmetricArray source, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, nPes(), 1);
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, all);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, all);
        CollectiveCheck.apart(destOffset, all, sourceOffset, all);
        alltoallBytes(destOffset, sourceOffset, nelems);
    }

    /**
     * Sends a block from every PE to every PE like {@code alltoallmem}, with strides between the bytes (spec:
     * shmem_alltoallsmem); collective.
     *
     * @param dest the destination; memory between the bytes is not changed
     * @param source what to send
     * @param dst stride in {@code dest}, 1 or more
     * @param sst stride in {@code source}, 1 or more
     * @param nelems bytes in a block
     */
    public final void alltoallsmem(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems) {
        final long all = CollectiveCheck.blocks(nelems, nPes(), 1);
        final long destSpan = Check.span("dst", dst, Math.max(all, 1));
        final long sourceSpan = Check.span("sst", sst, Math.max(all, 1));
        final long destOffset = CollectiveCheck.offsetBytes("dest", dest, all == 0 ? 0 : destSpan);
        final long sourceOffset = CollectiveCheck.offsetBytes("source", source, all == 0 ? 0 : sourceSpan);
        if (all != 0) {
            CollectiveCheck.apart(destOffset, destSpan, sourceOffset, sourceSpan);
        }
        alltoallsBytes(destOffset, dst, sourceOffset, sst, 1, nelems);
    }

    // typed:begin int long float double
    /**
     * Sends one PE's value to all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value a {@code double}; only that of {@code root} is used
     * @param root the PE that sends, by its number in the team
     * @return the root's value
     */
    public final double broadcast(double value, int root) {
        CollectiveCheck.root(root, nPes());
        return Bits.doubleOf(broadcastValue(ElementKind.DOUBLE, Bits.raw(value), root));
    }

    /**
     * Computes the maximum of one {@code double} from each PE, on all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double maxReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.MAX, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the minimum of one {@code double} from each PE, on all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double minReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.MIN, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the sum of one {@code double} from each PE, on all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double sumReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.SUM, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the product of one {@code double} from each PE, on all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double prodReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.PROD, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the sum of one {@code double} from this PE and from each PE before it; collective. An extension of
     * OpenSHMEM.
     *
     * @param value this PE's value
     * @return this PE's result
     */
    public final double sumInscan(double value) {
        return Bits.doubleOf(scanValue(true, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the sum of one {@code double} from each PE before this one, 0 on the first PE; collective. An extension
     * of OpenSHMEM.
     *
     * @param value this PE's value
     * @return this PE's result
     */
    public final double sumExscan(double value) {
        return Bits.doubleOf(scanValue(false, ElementKind.DOUBLE, Bits.raw(value)));
    }

    // typed:end

    // typed:begin int long
    /**
     * Computes the bitwise and of one {@code double} from each PE, on all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double andReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.AND, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the bitwise or of one {@code double} from each PE, on all PEs; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double orReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.OR, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the bitwise exclusive or of one {@code double} from each PE, on all PEs; collective. An extension of
     * OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double xorReduce(double value) {
        return Bits.doubleOf(reduceValue(Reduction.XOR, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the maximum of one {@code double} from each PE, as unsigned numbers, on all PEs; collective. An
     * extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double maxReduceUnsigned(double value) {
        return Bits.doubleOf(reduceValue(Reduction.MAX_UNSIGNED, ElementKind.DOUBLE, Bits.raw(value)));
    }

    /**
     * Computes the minimum of one {@code double} from each PE, as unsigned numbers, on all PEs; collective. An
     * extension of OpenSHMEM.
     *
     * @param value this PE's value
     * @return the result, with the same bits on all PEs
     */
    public final double minReduceUnsigned(double value) {
        return Bits.doubleOf(reduceValue(Reduction.MIN_UNSIGNED, ElementKind.DOUBLE, Bits.raw(value)));
    }

    // typed:end

    /**
     * Returns whether any PE passes true; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's answer
     * @return the same on all PEs
     */
    public final boolean any(boolean value) {
        return anyTrue(value);
    }

    /**
     * Returns whether all PEs pass true; collective. An extension of OpenSHMEM.
     *
     * @param value this PE's answer
     * @return the same on all PEs
     */
    public final boolean all(boolean value) {
        return allTrue(value);
    }
    // operations:end

    /** An array form of {@link Reductions}. */
    final void reduce(Reduction operation, ElementKind type, SymmetricArray dest, SymmetricArray source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, type.bytes) * type.bytes;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apartOrSame(destOffset, sourceOffset, bytes);
        reduceElements(operation, type, destOffset, sourceOffset, nelems);
    }

    /** A value form of {@link Reductions}. */
    final long reduce(Reduction operation, ElementKind type, long bits) {
        return reduceValue(operation, type, bits);
    }

    /** An array form of {@link Reductions}. */
    final void reduce(
            ElementKind type,
            Object operator,
            boolean isCommutative,
            SymmetricArray dest,
            SymmetricArray source,
            long nelems) {
        requireOperator(operator);
        final long bytes = CollectiveCheck.blocks(nelems, 1, type.bytes) * type.bytes;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apartOrSame(destOffset, sourceOffset, bytes);
        reduceByElements(type, operator, isCommutative, destOffset, sourceOffset, nelems);
    }

    /** A value form of {@link Reductions}. */
    final long reduce(ElementKind type, Object operator, boolean isCommutative, long bits) {
        requireOperator(operator);
        return reduceByValue(type, operator, isCommutative, bits);
    }

    /** An array form of {@link Reductions}. */
    final void scan(
            boolean inclusive,
            ElementKind type,
            Object operator,
            long identity,
            SymmetricArray dest,
            SymmetricArray source,
            long nelems) {
        requireOperator(operator);
        final long bytes = CollectiveCheck.blocks(nelems, 1, type.bytes) * type.bytes;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apartOrSame(destOffset, sourceOffset, bytes);
        scanByElements(type, operator, inclusive, identity, destOffset, sourceOffset, nelems);
    }

    /** A value form of {@link Reductions}. */
    final long scan(boolean inclusive, ElementKind type, Object operator, long identity, long bits) {
        requireOperator(operator);
        return scanByValue(type, operator, inclusive, identity, bits);
    }

    /** Gives all PEs a few words of each. */
    final void gather(long[] words, long[] all) {
        gatherWords(words, all);
    }

    private static void requireOperator(Object operator) {
        if (operator == null) {
            throw new NullPointerException("operator=null; pass an operator, such as Math::max");
        }
    }

    private void scan(boolean inclusive, ElementKind type, SymmetricArray dest, SymmetricArray source, long nelems) {
        final long bytes = CollectiveCheck.blocks(nelems, 1, type.bytes) * type.bytes;
        final long destOffset = CollectiveCheck.offset("dest", dest, nelems);
        final long sourceOffset = CollectiveCheck.offset("source", source, nelems);
        CollectiveCheck.apartOrSame(destOffset, sourceOffset, bytes);
        scanElements(inclusive, type, destOffset, sourceOffset, nelems);
    }
}
