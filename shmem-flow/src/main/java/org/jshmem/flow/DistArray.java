package org.jshmem.flow;

import java.util.function.Function;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;

/**
 * What distributed arrays of all types of elements share: the index, and what may be called when.
 *
 * <p><b>Threads.</b> Only the thread that made the array may call it.
 */
public abstract class DistArray implements AutoCloseable {
    /**
     * Indices of one call of a hot loop. HotSpot compiles a method that is called often much sooner, and better, than
     * one that is called once and loops for long.
     */
    static final int CHUNK = 64;

    final ShmemTeam team;
    final Distribution distribution;

    /** Its calls wait for the other PEs by {@code drain}, which makes the updates of other arrays meanwhile. */
    final FlowGroup group;

    private final long localLength;
    private boolean isUpdating;
    private boolean isClosed;

    /** For the library. */
    DistArray(FlowGroup group, Distribution distribution) {
        this.team = group.team;
        this.distribution = distribution;
        this.localLength = distribution.localLength(team.myPe());
        this.group = group;
    }

    /**
     * Makes an array whose elements are allocated already; collective. If that fails, on all PEs, they are freed.
     *
     * @param type the name of the array's class
     * @param freeElements frees them; collective
     */
    static <A> A made(String type, ShmemTeam team, Runnable freeElements, Function<FlowGroup, A> array) {
        try {
            return FlowGroup.with(type, team, array);
        } catch (RuntimeException | Error e) {
            freeElements.run();
            throw e;
        }
    }

    static Distribution distribution(ShmemTeam team, long n) {
        return checked(Distribution.blocks(n, required(team).nPes()));
    }

    static Distribution distribution(ShmemTeam team, long n, long k) {
        final Distribution distribution = Distribution.of(n, k, required(team).nPes());
        if (distribution.block > Integer.MAX_VALUE && Math.ceilDiv(n, distribution.pes) <= Integer.MAX_VALUE) {
            throw new IllegalArgumentException("k=" + k + " is too much: a PE has at most " + Integer.MAX_VALUE
                    + " elements; pass smaller blocks");
        }
        return checked(distribution);
    }

    private static Distribution checked(Distribution distribution) {
        if (distribution.block > Integer.MAX_VALUE || distribution.mostLocal() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("n=" + distribution.length + " is too much for " + distribution.pes
                    + " PEs: a PE has at most " + Integer.MAX_VALUE + " elements; use more PEs, or a block per PE");
        }
        return distribution;
    }

    private static ShmemTeam required(ShmemTeam team) {
        if (team == null) {
            throw new NullPointerException("team=null; pass a team that this PE is in, as Shmem.TEAM_WORLD");
        }
        return team;
    }

    /**
     * The number of elements on all PEs.
     *
     * @return the length
     */
    public final long length() {
        return distribution.length;
    }

    /**
     * The PE that has an element.
     *
     * @param index of the element
     * @return its number in the team
     */
    public final int owner(long index) {
        distribution.require(index);
        return distribution.owner(index);
    }

    /**
     * Where an element is on its owner.
     *
     * @param index of the element
     * @return its index among the elements of that PE
     */
    public final long localIndex(long index) {
        distribution.require(index);
        return distribution.localIndex(index);
    }

    /**
     * The number of elements of this PE.
     *
     * @return the number
     */
    public final long localLength() {
        return localLength;
    }

    /**
     * The index of an element of this PE.
     *
     * @param local its index among the elements of this PE
     * @return its index in this array
     */
    public final long globalIndex(long local) {
        requireLocal(local);
        return distribution.globalIndex(team.myPe(), local);
    }

    final void requireLocal(long local) {
        if (local < 0 || local >= localLength) {
            throw new IndexOutOfBoundsException(
                    "local=" + local + " is not an element of this PE, which has " + localLength);
        }
    }

    final void requireOpen(String call) {
        if (isClosed) {
            throw new IllegalStateException(call + " of a distributed array that was closed");
        }
    }

    final void requireReadable(String call) {
        requireOpen(call);
        if (isUpdating) {
            throw new IllegalStateException(call
                    + " of a distributed array while its updates() are open, so elements may have had some of the"
                    + " updates; end that block first");
        }
    }

    /** Checks indices, and that a call may be made. */
    final void requireAll(String call, long[] indices) {
        if (indices == null) {
            throw new NullPointerException("indices=null; pass an array of length 0 for none");
        }
        if (!areInside(indices, distribution.length)) {
            throwOutside(indices);
        }
        requireCollective(call);
    }

    /** Throws before anything is done if a collective call cannot be made now. */
    final void requireCollective(String call) {
        requireReadable(call);
        group.requireMayEnd(call);
        group.requireUsable(call);
    }

    /** The end of the chunk of indices that starts there. */
    static int endOfChunk(int first, long[] indices) {
        return Math.min(first + CHUNK, indices.length);
    }

    /** Has one result for all, so that the JIT compiler vectorizes the loop. */
    private static boolean areInside(long[] indices, long length) {
        long signs = 0;
        for (int i = 0; i < indices.length; i++) {
            signs |= indices[i] | (length - 1 - indices[i]);
        }
        return signs >= 0;
    }

    private void throwOutside(long[] indices) {
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] < 0 || indices[i] >= distribution.length) {
                throw new IndexOutOfBoundsException("indices[" + i + "]=" + indices[i]
                        + " is not in the distributed array, whose length is " + distribution.length);
            }
        }
    }

    /** Checks the length of an array that goes with indices. */
    static void requireLength(String name, int length, long[] indices) {
        if (length != indices.length) {
            throw new IllegalArgumentException(
                    name + " has length " + length + ", and indices " + indices.length + "; they must be equal");
        }
    }

    /** Throws if an array is this one, or its PEs are not those of this one. */
    final void requireOther(String name, DistArray other) {
        if (other == this) {
            throw new IllegalArgumentException(name + " is this array; pass another one");
        }
        boolean isSame = other.team.nPes() == team.nPes();
        for (int pe = 0; isSame && pe < team.nPes(); pe++) {
            isSame = team.translatePe(pe, other.team) == pe;
        }
        if (!isSame) {
            throw new IllegalArgumentException(name + "=" + other + " is over a team of " + other.team.nPes()
                    + " PEs, and this array over one of " + team.nPes() + "; pass an array over the same PEs");
        }
    }

    /** The number in the job of the PE that has an element, for an operation on it. */
    final int ownerInJob(long index) {
        distribution.require(index);
        if (team.nPes() != Shmem.nPes()) {
            throw new IllegalStateException(
                    "getRemote of an array over a team that does not have all PEs of the job; use getAll");
        }
        return team.translatePe(distribution.owner(index), Shmem.TEAM_WORLD);
    }

    final void beginUpdates() {
        requireOpen("updates()");
        if (isUpdating) {
            throw new IllegalStateException("updates() of a distributed array whose updates() are open already");
        }
        requireCollective("updates()");
        group.drainDone(); // until then the elements are the program's
        isUpdating = true;
    }

    final void endUpdates() {
        isUpdating = false;
    }

    /**
     * Frees the array; collective. A second call does nothing. What {@link FlowGroup#close} says of exceptions holds
     * for the array, too.
     *
     * @throws IllegalStateException in a handler, or if another thread has made the array
     */
    @Override
    public final void close() {
        if (isClosed) {
            return;
        }
        group.requireMayEnd("close()");
        isClosed = true;
        final boolean isAlone = group.hasFailed() && !group.haveAllCome();
        try {
            group.close();
        } catch (RuntimeException | Error e) {
            if (group.haveAllCome()) { // so they come to free, too
                freeAfter(e);
            }
            throw e;
        }
        if (!isAlone) {
            free();
        }
    }

    private void freeAfter(Throwable failure) {
        try {
            free();
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    /** Frees the memory; collective. */
    abstract void free();

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[length=" + length() + ", block=" + distribution.block + ", PEs="
                + distribution.pes + "]";
    }
}
