package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The verdicts so far, in a file that is part of the sources, so that the score can be made in parts; and as a page.
 */
final class Score {
    private final Path file;
    private final Map<String, Verdict> verdicts = new TreeMap<>();

    Score(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                final String[] cells = line.split("\t", -1);
                verdicts.put(
                        cells[0],
                        new Verdict(
                                cells[0], Verdict.Outcome.valueOf(cells[1]), cells[2], Long.parseLong(cells[3]), ""));
            }
        }
    }

    void add(Verdict verdict) throws IOException {
        verdicts.put(verdict.name(), verdict);
        final List<String> lines = new ArrayList<>();
        verdicts.values()
                .forEach(one -> lines.add(
                        String.join("\t", one.name(), one.outcome().name(), one.by(), Long.toString(one.seconds()))));
        Files.write(file, lines);
    }

    /** Null if it has not been judged. */
    Verdict of(Mutant mutant) {
        return verdicts.get(mutant.name());
    }

    /** A line for each module, then one for each mutant. */
    String page(List<Mutant> mutants) {
        final Map<String, int[]> modules = new LinkedHashMap<>();
        final StringBuilder rows = new StringBuilder();
        for (Mutant mutant : mutants) {
            final Verdict verdict = of(mutant);
            if (verdict == null) {
                continue;
            }
            final int[] counts = modules.computeIfAbsent(mutant.module(), any -> new int[3]);
            counts[verdict.outcome().ordinal()]++;
            rows.append("| `%s` | %s | %s |%n".formatted(mutant.name(), mutant.what(), by(verdict)));
        }
        final StringBuilder page = new StringBuilder();
        page.append("| module | mutants | caught | by time-out alone | survived | score |\n"
                + "|---|---:|---:|---:|---:|---:|\n");
        final int[] all = new int[3];
        modules.forEach((module, counts) -> {
            page.append(row(module, counts));
            for (int i = 0; i < all.length; i++) {
                all[i] += counts[i];
            }
        });
        page.append(row("all", all));
        return page + "\n| mutant | what goes wrong | caught by |\n|---|---|---|\n" + rows;
    }

    private static String by(Verdict verdict) {
        return switch (verdict.outcome()) {
            case CAUGHT -> "`" + verdict.by() + "`";
            case TIMED_OUT -> "`" + verdict.by() + "`, by time-out";
            case SURVIVED -> "**nobody**";
        };
    }

    private static String row(String name, int[] counts) {
        final int sum = counts[0] + counts[1] + counts[2];
        return "| %s | %d | %d | %d | %d | %d %% |%n"
                .formatted(name, sum, counts[0], counts[1], counts[2], 100 * (counts[0] + counts[1]) / sum);
    }
}
