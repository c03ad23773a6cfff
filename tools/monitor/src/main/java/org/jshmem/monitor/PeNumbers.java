package org.jshmem.monitor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Numbers of PEs for people. */
public final class PeNumbers {
    /** Of numbers in a sentence. */
    private static final int MOST_RANGES = 8;

    private PeNumbers() {}

    /**
     * Names some PEs.
     *
     * @param pes their numbers, in ascending order
     * @return as {@code PE 3} or {@code PEs 0-2, 5}
     */
    public static String text(Collection<Integer> pes) {
        final List<Integer> numbers = List.copyOf(pes);
        final List<String> ranges = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= numbers.size(); i++) {
            if (i == numbers.size() || numbers.get(i) != numbers.get(i - 1) + 1) {
                final String end = i - first > 1 ? (i - first > 2 ? "-" : ", ") + numbers.get(i - 1) : "";
                ranges.add(numbers.get(first) + end);
                first = i;
            }
        }
        final String more = ranges.size() > MOST_RANGES ? " and others" : "";
        return (numbers.size() == 1 ? "PE " : "PEs ")
                + String.join(", ", ranges.subList(0, Math.min(MOST_RANGES, ranges.size())))
                + more;
    }
}
