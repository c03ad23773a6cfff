package org.jshmem.internal.team;

/** The PEs of a team, in its order, and the index of this PE among them. */
public final class Members {
    /** The maximal number of PEs that a description names. */
    private static final int NAMED = 8;

    private final int[] pes;
    private final int me;

    private Members(int[] pes, int me) {
        this.pes = pes;
        this.me = me;
    }

    /** All PEs of a job. */
    static Members world(int pes, int me) {
        final int[] all = new int[pes];
        for (int pe = 0; pe < pes; pe++) {
            all[pe] = pe;
        }
        return new Members(all, me);
    }

    /** The PEs with a non-zero entry in {@code bases}, whose heaps are therefore mapped here. */
    static Members reachable(long[] bases, int me) {
        final int[] found = new int[bases.length];
        int count = 0;
        int mine = 0;
        for (int pe = 0; pe < bases.length; pe++) {
            if (bases[pe] != 0) {
                mine = pe == me ? count : mine;
                found[count++] = pe;
            }
        }
        return new Members(java.util.Arrays.copyOf(found, count), mine);
    }

    /** Whether a strided subset of this team is valid: not empty, and its first and last PE are members. */
    boolean holds(int start, int stride, int size) {
        final long last = start + (size - 1L) * stride;
        return size >= 1
                && (stride != 0 || size == 1)
                && start >= 0
                && start < pes.length
                && last >= 0
                && last < pes.length;
    }

    /** A strided subset of this team; null if this PE is not in it. */
    Members strided(int start, int stride, int size) {
        int mine = -1;
        final int[] chosen = new int[size];
        for (int i = 0; i < size; i++) {
            final int index = start + i * stride;
            chosen[i] = pes[index];
            mine = index == me ? i : mine;
        }
        return mine < 0 ? null : new Members(chosen, mine);
    }

    /** The members' numbers in the job; not to be changed. */
    public int[] pes() {
        return pes;
    }

    /** This PE's number in the team. */
    public int me() {
        return me;
    }

    /** The number of PEs. */
    public int size() {
        return pes.length;
    }

    /** A member's number in the job. */
    public int pe(int member) {
        return pes[member];
    }

    /** The number in the team of a PE of the job, or −1. */
    public int indexOf(int pe) {
        for (int i = 0; i < pes.length; i++) {
            if (pes[i] == pe) {
                return i;
            }
        }
        return -1;
    }

    /** As {@code PE 1 of 3: PEs 4, 2, 0 of the job}, with the first members only. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("PE " + me + " of " + pes.length + ": PEs ");
        for (int i = 0; i < Math.min(pes.length, NAMED); i++) {
            text.append(i == 0 ? "" : ", ").append(pes[i]);
        }
        return text.append(pes.length > NAMED ? ", …" : "")
                .append(" of the job")
                .toString();
    }
}
