package org.jshmem.internal.team;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.internal.transport.PeNumbers;

/**
 * The PEs of a team, in its order, and the index of this PE among them. Where they are equally spaced, as those of
 * {@code TEAM_WORLD} are, they take no memory ({@link StridedMembers}); else they are a list ({@link ListedMembers}).
 */
public abstract sealed class Members implements PeNumbers permits StridedMembers, ListedMembers {
    /** Stands for no member. */
    static final int NONE = -1;

    /** The maximal number of PEs that a description names. */
    private static final int NAMED = 8;

    private final int size;
    private final int me;

    Members(int size, int me) {
        this.size = size;
        this.me = me;
    }

    /** All PEs of a job. */
    static Members world(int pes, int me) {
        return StridedMembers.of(0, 1, pes, me);
    }

    /** The PEs with a non-zero entry in {@code bases}, whose heaps are therefore mapped here. */
    static Members reachable(long[] bases, int me) {
        final int[] found =
                IntStream.range(0, bases.length).filter(pe -> bases[pe] != 0).toArray();
        return of(found, Arrays.binarySearch(found, me));
    }

    /** Equally spaced PEs: the first one, the distance between two, and their number; {@code pe} is this PE. */
    static Members strided(int start, int stride, int size, int pe) {
        final int me = StridedMembers.of(start, stride, size, NONE).indexOf(pe);
        return StridedMembers.of(start, stride, size, me);
    }

    /**
     * The PEs of a list, at least one.
     *
     * @param pes their numbers in the job; not to be changed
     * @param me the index of this PE in the list, or {@link #NONE}
     */
    static Members of(int[] pes, int me) {
        final int stride = pes.length == 1 ? 0 : pes[1] - pes[0];
        for (int i = 1; i < pes.length; i++) {
            if (pes[i] - pes[i - 1] != stride) {
                return new ListedMembers(pes, me);
            }
        }
        return StridedMembers.of(pes[0], stride, pes.length, me);
    }

    /** Whether a strided subset of this team is valid: not empty, and its first and last PE are members. */
    final boolean holds(int start, int stride, int count) {
        final long last = start + (count - 1L) * stride;
        return count >= 1 && (stride != 0 || count == 1) && start >= 0 && start < size && last >= 0 && last < size;
    }

    /** The PEs of this team that are chosen by their numbers in it; null if this PE is not among them. */
    final Members select(Members chosen) {
        if (chosen.me() == NONE) {
            return null;
        }
        return this instanceof StridedMembers all && chosen instanceof StridedMembers some
                ? all.select(some)
                : of(
                        IntStream.range(0, chosen.size())
                                .map(i -> pe(chosen.pe(i)))
                                .toArray(),
                        chosen.me());
    }

    /** The members' numbers in the job, in an array of its own. */
    public final int[] pes() {
        return IntStream.range(0, size).map(this::pe).toArray();
    }

    /** This PE's number in the team; {@link #NONE} where it is not in it. */
    public final int me() {
        return me;
    }

    /** The number of PEs. */
    public final int size() {
        return size;
    }

    /** The number in the team of a PE of the job, or {@link #NONE}. */
    public abstract int indexOf(int pe);

    /** As {@code PE 1 of 3: PEs 4, 2, 0 of the job}, with the first members only. */
    @Override
    public final String toString() {
        final StringBuilder text = new StringBuilder("PE " + me + " of " + size + ": PEs ");
        for (int i = 0; i < Math.min(size, NAMED); i++) {
            text.append(i == 0 ? "" : ", ").append(pe(i));
        }
        return text.append(size > NAMED ? ", …" : "").append(" of the job").toString();
    }
}
