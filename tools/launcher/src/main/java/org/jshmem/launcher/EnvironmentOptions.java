package org.jshmem.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * JVM options that PEs find in their environment. A JVM reads {@code JAVA_TOOL_OPTIONS} first, {@code java} puts
 * {@code JDK_JAVA_OPTIONS} before the words of its command line, and the last of two that differ counts; so the
 * launcher's own options, which are on the command line, would overrule what the user has said there.
 * {@code _JAVA_OPTIONS} are read last.
 *
 * @param words of all variables; what a file of arguments holds is not looked at
 */
record EnvironmentOptions(List<String> words) {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String FLAG = "-XX:";

    /**
     * Those of PEs.
     *
     * @param environment of the launcher
     * @param changes to it for PEs
     */
    static EnvironmentOptions of(Map<String, String> environment, Map<String, String> changes) {
        final List<String> words = new ArrayList<>();
        for (String variable : VARIABLES) {
            final String value = changes.getOrDefault(variable, environment.getOrDefault(variable, ""));
            if (!value.isBlank()) {
                words.addAll(List.of(value.replaceAll("[\"']", "").strip().split("\\s+", -1)));
            }
        }
        return new EnvironmentOptions(words);
    }

    /** Whether one of them sets the flag that an option sets. */
    boolean set(String option) {
        final String flag = flag(option);
        return flag != null && words.stream().anyMatch(word -> flag.equals(flag(word)));
    }

    private static String flag(String option) {
        if (!option.startsWith(FLAG)) {
            return null;
        }
        final int start = option.startsWith("+", FLAG.length()) || option.startsWith("-", FLAG.length()) ? 1 : 0;
        final int end = option.indexOf('=');
        return option.substring(FLAG.length() + start, end < 0 ? option.length() : end);
    }
}
