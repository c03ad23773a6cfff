package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page for people with the tables of one subject: a hand-written introduction, and a section for each machine,
 * between the lines {@code <!-- machine:begin -->} and {@code <!-- machine:end -->}. Targets of development are left
 * out.
 */
final class MeasurementsPage {
    private static final String TARGET = "bar";

    private final Path file;

    MeasurementsPage(Path file) {
        this.file = file;
    }

    /** Replaces the section of a machine; adds it at the end of the page if there is none. */
    void put(String machine, String text) throws IOException {
        final String before = "<!-- " + machine + ":begin -->\n";
        final String after = "<!-- " + machine + ":end -->";
        final String old = Files.readString(file);
        final int begin = old.indexOf(before);
        final String section = before + withoutTargets(text) + after;
        if (begin < 0) {
            Files.writeString(file, old.stripTrailing() + "\n\n## " + machine + "\n\n" + section + "\n");
            return;
        }
        final int end = old.indexOf(after, begin);
        if (end < 0) {
            throw new IOException("page=" + file + " has no line " + after + " behind " + before.strip());
        }
        Files.writeString(file, old.substring(0, begin) + section + old.substring(end + after.length()));
    }

    /** Leaves out the columns headed "bar", each with the verdict behind it. */
    static String withoutTargets(String text) {
        final StringBuilder kept = new StringBuilder(text.length());
        List<Integer> columns = List.of();
        boolean inTable = false;
        for (String line : text.lines().toList()) {
            if (!line.startsWith("|")) {
                inTable = false;
                kept.append(line).append('\n');
                continue;
            }
            final List<String> cells = List.of(line.substring(1).split("\\|"));
            if (!inTable) {
                columns = keptColumns(cells);
                inTable = true;
            }
            kept.append('|');
            columns.forEach(column -> kept.append(cells.get(column)).append('|'));
            kept.append('\n');
        }
        return kept.toString();
    }

    private static List<Integer> keptColumns(List<String> headings) {
        final List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++) {
            if (headings.get(i).strip().equals(TARGET)) {
                i++; // the verdict
            } else {
                kept.add(i);
            }
        }
        return kept;
    }
}
