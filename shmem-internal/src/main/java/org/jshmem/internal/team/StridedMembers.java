package org.jshmem.internal.team;

/** PEs whose numbers in the job are equally spaced. */
final class StridedMembers extends Members {
    private final int start;

    /** From one member to the next; not 0. */
    private final int stride;

    private StridedMembers(int start, int stride, int size, int me) {
        super(size, me);
        this.start = start;
        this.stride = stride;
    }

    /**
     * Equally spaced PEs.
     *
     * @param start the first one
     * @param stride from one to the next; 0 is allowed for one PE
     * @param size how many, at least 1
     * @param me this PE's number among them, or {@link #NONE}
     */
    static StridedMembers of(int start, int stride, int size, int me) {
        return new StridedMembers(start, size == 1 ? 1 : stride, size, me);
    }

    @Override
    public int pe(int member) {
        return start + member * stride;
    }

    @Override
    public int indexOf(int pe) {
        final int distance = pe - start;
        final int index = distance / stride;
        return distance % stride == 0 && index >= 0 && index < size() ? index : NONE;
    }

    /** The members that are chosen by their numbers here. */
    StridedMembers select(StridedMembers chosen) {
        return of(pe(chosen.start), stride * chosen.stride, chosen.size(), chosen.me());
    }
}
