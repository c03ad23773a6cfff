package org.jshmem.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The tools of the PEs: those that the user has chosen, and those that an option of the launcher adds. */
final class ToolNames {
    private static final String TOOL = "SHMEM_TOOL";
    private static final String TOOL_OPTION = "-Djshmem.tool=";

    private ToolNames() {}

    /** The option of the JVM by which the user's tools are used, and further ones after them. */
    static String option(LaunchOptions options, String... further) {
        final List<String> added = List.of(further);
        final List<String> names = new ArrayList<>(Stream.of(given(options).split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty() && !added.contains(name))
                .toList());
        names.addAll(added);
        return TOOL_OPTION + String.join(",", names);
    }

    private static String given(LaunchOptions options) {
        return options.jvmOptions().stream()
                .filter(option -> option.startsWith(TOOL_OPTION))
                .map(option -> option.substring(TOOL_OPTION.length()))
                .reduce((_, last) -> last)
                .orElseGet(() ->
                        options.environment().getOrDefault(TOOL, System.getenv().getOrDefault(TOOL, "")));
    }
}
