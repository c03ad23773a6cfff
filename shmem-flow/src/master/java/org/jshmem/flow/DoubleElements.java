// types: byte short int long float double
package org.jshmem.flow;

import java.util.Arrays;
import org.jshmem.SharedDoubles;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;

/** The memory of a {@link DistDoubles}. */
final class DoubleElements {
    final ShmemTeam team;
    final Distribution distribution;

    /** The elements of this PE. */
    final SymmetricDoubles local;

    private final SymmetricDoubles whole;

    /** For each PE its elements, where all PEs' elements are mapped here; else null. */
    private final SymmetricDoubles[] views;

    /** Allocates; collective. */
    DoubleElements(ShmemTeam team, Distribution distribution) {
        this.team = team;
        this.distribution = distribution;
        this.whole = allocate(team, Math.max(1, distribution.mostLocal()));
        this.local = whole.slice(0, distribution.localLength(team.myPe()));
        this.views = views(team, whole);
    }

    /**
     * Allocates as much on each PE, all 0; collective.
     *
     * @return symmetric memory, or shared memory for a team that does not have all PEs
     */
    static SymmetricDoubles allocate(ShmemTeam team, long length) {
        return team.nPes() == Shmem.nPes() ? Shmem.callocDoubles(length) : allocateShared(team, length);
    }

    private static SymmetricDoubles allocateShared(ShmemTeam team, long length) {
        SharedDoubles allocated = null;
        RuntimeException failure = null;
        try {
            allocated = SharedDoubles.allocate(length);
            allocated.fill(Raw.doubleOf(0));
        } catch (RuntimeException e) {
            failure = e;
        }
        boolean isRefused = true;
        try {
            isRefused = team.any(failure != null);
        } finally {
            if (isRefused && allocated != null) {
                allocated.close();
            }
        }
        if (isRefused) {
            throw failure == null
                    ? new ShmemOutOfMemoryException(
                            "the shared heap has no room for a distributed array on another PE; set SHMEM_SHARED_SIZE"
                                    + " to more")
                    : failure;
        }
        return allocated;
    }

    /** The memory of each PE; null unless all is mapped here, on each PE. Collective. */
    static SymmetricDoubles[] views(ShmemTeam team, SymmetricDoubles whole) {
        if (team.nPes() != Shmem.nPes()) {
            return null;
        }
        final SymmetricDoubles[] views = new SymmetricDoubles[team.nPes()];
        for (int pe = 0; pe < views.length; pe++) {
            views[pe] = team.ptr(whole, pe);
        }
        return team.any(Arrays.asList(views).contains(null)) ? null : views;
    }

    /** Whether all elements of all PEs are mapped here, on each PE. */
    boolean areMapped() {
        return views != null;
    }

    /** Loads elements of all PEs. */
    void load(long[] indices, double[] into) {
        for (int i = 0; i < indices.length; i += DistArray.CHUNK) {
            loadChunk(indices, into, i);
        }
    }

    private void loadChunk(long[] indices, double[] into, int first) {
        final int end = DistArray.endOfChunk(first, indices);
        for (int i = first; i < end; i++) {
            into[i] = views[distribution.owner(indices[i])].get(distribution.localIndex(indices[i]));
        }
    }

    /** Gets an element of a PE, by its number in the job. */
    double get(long index, int pe) {
        return Shmem.g(whole, distribution.localIndex(index), pe);
    }

    void setAll(DistDoubles.ElementFunction function) {
        final int me = team.myPe();
        for (long i = 0; i < local.length(); i++) {
            local.set(i, function.apply(distribution.globalIndex(me, i)));
        }
    }

    void forEach(DistDoubles.ElementVisitor visitor) {
        final int me = team.myPe();
        for (long i = 0; i < local.length(); i++) {
            visitor.visit(distribution.globalIndex(me, i), local.get(i));
        }
    }

    /** The sum of all elements of all PEs; collective. */
    @SuppressWarnings("cast") // byte and short
    double sum() {
        double sum = 0;
        for (long i = 0; i < local.length(); i++) {
            sum += local.get(i);
        }
        return (double) team.sumReduce(sum);
    }

    /** The largest element of all PEs; collective. */
    @SuppressWarnings("cast") // byte and short
    double max() {
        double most = Raw.LEAST_DOUBLE;
        for (long i = 0; i < local.length(); i++) {
            most = (double) Math.max(most, local.get(i));
        }
        return (double) team.maxReduce(most);
    }

    /** The smallest element of all PEs; collective. */
    @SuppressWarnings("cast") // byte and short
    double min() {
        double least = Raw.MOST_DOUBLE;
        for (long i = 0; i < local.length(); i++) {
            least = (double) Math.min(least, local.get(i));
        }
        return (double) team.minReduce(least);
    }

    /** Frees the memory; collective. */
    void free() {
        whole.close();
    }
}
