package org.jshmem.tck.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The file in which a PE writes the calls of a case, a line for each. The file is a ring: a line of hyphens follows the
 * newest call, and zeros may be at the end.
 */
public final class CallFile {
    /** What follows the newest call. */
    public static final String NEWEST = "----\n";

    private static final String MISSING = "missing ";

    private CallFile() {}

    /** The line that stands for the call of a routine that is not there. */
    public static String missing(String routine) {
        return MISSING + routine;
    }

    /** A routine that is not there and that a PE has called lately; empty for none. */
    public static String missing(Path directory, String id) throws IOException {
        for (Path file : of(directory, id)) {
            for (String line : read(file, Integer.MAX_VALUE)) {
                if (line.startsWith(MISSING)) {
                    return line.substring(MISSING.length());
                }
            }
        }
        return "";
    }

    /** The file of a case and a PE. */
    public static Path of(Path directory, String id, int pe) {
        return directory.resolve(prefix(id) + pe);
    }

    private static String prefix(String id) {
        return id.replaceAll("[^A-Za-z0-9_@#]", "-") + ".pe";
    }

    /** The files of all PEs. */
    public static List<Path> of(Path directory, String id) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix(id)))
                    .sorted()
                    .toList();
        }
    }

    /** The newest calls, oldest first. */
    public static List<String> read(Path file, int most) throws IOException {
        final String ring = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace("\0", "");
        final int end = ring.indexOf(NEWEST);
        final String text = end < 0 ? ring : ring.substring(end + NEWEST.length()) + ring.substring(0, end);
        final List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }
}
