package org.jshmem.shell;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The PEs that a line of input is for: {@code @0 expr}, {@code @1,3 expr} or {@code @0-2 expr}; all without the sign.
 *
 * @param words the numbers as they were typed, or empty for all PEs
 * @param snippet the rest of the input
 */
record Selection(String words, String snippet) {
    private static final Pattern SELECTED = Pattern.compile("\\s*@(\\d[\\d,\\-]*)(\\s.*|$)", Pattern.DOTALL);

    static Selection of(String input) {
        final Matcher matcher = SELECTED.matcher(input);
        return matcher.matches()
                ? new Selection(matcher.group(1), matcher.group(2).stripLeading())
                : new Selection("", input);
    }

    /**
     * The numbers of the PEs.
     *
     * @throws IllegalArgumentException if they are no numbers of PEs of the job
     */
    SortedSet<Integer> pes(int nPes) {
        if (words.isEmpty()) {
            return IntStream.range(0, nPes).boxed().collect(Collectors.toCollection(TreeSet::new));
        }
        final TreeSet<Integer> pes = new TreeSet<>();
        for (String part : words.split(",", -1)) {
            addRange(part, nPes, pes);
        }
        return pes;
    }

    private void addRange(String part, int nPes, TreeSet<Integer> pes) {
        final String[] ends = part.split("-", -1);
        try {
            final int first = Integer.parseInt(ends[0]);
            final int last = Integer.parseInt(ends[ends.length - 1]);
            if (ends.length <= 2 && first <= last && last < nPes) {
                IntStream.rangeClosed(first, last).forEach(pes::add);
                return;
            }
        } catch (NumberFormatException e) {
            // Reported below with the other values that do not fit.
        }
        throw new IllegalArgumentException("@" + words + ": " + part + " must be the number of a PE from 0 to "
                + (nPes - 1) + ", or a range as 0-1; write @0 expr or @0,1 expr");
    }
}
