package org.jshmem.tck.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names that somebody may have meant. */
final class NearestNames {
    private static final int SHOWN = 5;

    private NearestNames() {}

    /** The nearest of the names that are known, with commas. */
    static String of(String wanted, Collection<String> known) {
        return known.stream()
                .distinct()
                .sorted(Comparator.comparingInt((String name) -> distance(wanted, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SHOWN)
                .collect(Collectors.joining(", "));
    }

    /** What has to be changed, added or left out; names that begin with what is wanted are nearer than all others. */
    private static int distance(String wanted, String name) {
        final String one = wanted.toLowerCase(Locale.ROOT);
        final String other = name.toLowerCase(Locale.ROOT);
        return other.startsWith(one) ? 0 : 1 + edits(one, other);
    }

    private static int edits(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            final int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                final int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
    }
}
