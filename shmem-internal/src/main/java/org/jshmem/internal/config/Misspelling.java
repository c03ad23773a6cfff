package org.jshmem.internal.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the setting that an unknown name was probably meant for, by edit distance. */
final class Misspelling {
    /** Names are alike if their distance is at most one, or at most one per this many characters. */
    private static final int CHARACTERS_PER_MISTAKE = 3;

    private Misspelling() {}

    /** A warning, if the variable resembles one of this library. */
    static Optional<String> ofVariable(String name, String prefix) {
        return nearest(name, prefix, Arrays.stream(Setting.values()).map(Setting::name));
    }

    /** A warning, if the variable resembles an old name; only settings of the specification have one. */
    static Optional<String> ofOldVariable(String name, String prefix) {
        return nearest(
                name,
                prefix,
                Arrays.stream(Setting.values()).filter(Setting::isStandard).map(Setting::name));
    }

    /** A warning for an unknown property, with the nearest setting if one is alike. */
    static String ofProperty(String name, String prefix) {
        return nearest(
                        name,
                        prefix,
                        Arrays.stream(Setting.values())
                                .map(setting -> setting.property().substring(prefix.length())))
                .orElse(name + " is no setting of JSHMEM, and has no effect; docs/configuration.md lists them");
    }

    private static Optional<String> nearest(String name, String prefix, Stream<String> known) {
        final String word = name.substring(prefix.length());
        return known.min(Comparator.comparingInt(meant -> mistakes(word, meant)))
                .filter(meant -> isAlike(word, meant))
                .map(meant ->
                        name + " is no setting of JSHMEM, and has no effect; did you mean " + prefix + meant + "?");
    }

    private static boolean isAlike(String word, String meant) {
        final int longer = Math.max(word.length(), meant.length());
        return mistakes(word, meant) <= Math.max(1, longer / CHARACTERS_PER_MISTAKE);
    }

    private static int mistakes(String word, String meant) {
        return distance(word.toUpperCase(Locale.ROOT), meant.toUpperCase(Locale.ROOT));
    }

    /** The edit distance: the number of characters inserted, deleted, replaced, or exchanged with their neighbour. */
    private static int distance(String a, String b) {
        final int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int k = 0; k <= b.length(); k++) {
                edits[i][k] = i == 0 || k == 0 ? i + k : edit(a, b, i, k, edits);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int edit(String a, String b, int i, int k, int[][] edits) {
        final char last = a.charAt(i - 1);
        final int replaced = edits[i - 1][k - 1] + (last == b.charAt(k - 1) ? 0 : 1);
        final int least = Math.min(replaced, 1 + Math.min(edits[i - 1][k], edits[i][k - 1]));
        final boolean isExchanged = i > 1 && k > 1 && last == b.charAt(k - 2) && a.charAt(i - 2) == b.charAt(k - 1);
        return isExchanged ? Math.min(least, edits[i - 2][k - 2] + 1) : least;
    }
}
