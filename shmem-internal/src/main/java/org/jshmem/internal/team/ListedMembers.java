package org.jshmem.internal.team;

import java.util.stream.IntStream;

/** PEs whose numbers in the job follow no rule. */
final class ListedMembers extends Members {
    private final int[] pes;

    /** The members in the order of their numbers in the job; null if that is the team's order. */
    private final int[] inOrder;

    /** The PEs of a list, which is not copied. */
    ListedMembers(int[] pes, int me) {
        super(pes.length, me);
        this.pes = pes;
        this.inOrder = isAscending(pes) ? null : inOrder(pes);
    }

    private static boolean isAscending(int[] pes) {
        return IntStream.range(1, pes.length).allMatch(i -> pes[i - 1] < pes[i]);
    }

    private static int[] inOrder(int[] pes) {
        return IntStream.range(0, pes.length)
                .mapToLong(member -> (long) pes[member] << Integer.SIZE | member)
                .sorted()
                .mapToInt(pair -> (int) pair)
                .toArray();
    }

    @Override
    public int pe(int member) {
        return pes[member];
    }

    @Override
    public int indexOf(int pe) {
        int low = 0;
        int high = pes.length - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final int member = inOrder == null ? middle : inOrder[middle];
            if (pes[member] == pe) {
                return member;
            } else if (pes[member] < pe) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return NONE;
    }
}
