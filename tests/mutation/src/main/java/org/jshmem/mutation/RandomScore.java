package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jshmem.mutation.bytecode.GeneratedMutant;

/**
 * The verdicts on random mutants of one seed, in a file with one line for each: name, outcome, who caught it, seconds,
 * the class that a person gave to a survivor, and the change. The names hold for one build, whose checksum is the first
 * line. Any thread may call.
 */
final class RandomScore {
    private static final String BUILD = "# build ";

    /** Stands for who has caught a mutant that near witnesses do not see, as long as far ones have not been asked. */
    private static final String UNSEEN = "far witnesses are to be asked";

    /** The class of a survivor that nobody has looked at. */
    private static final String OPEN = "open";

    /** Classes that a person gives; a reason may follow. */
    private static final String EQUIVALENT = "equivalent";

    private static final String DELAY = "delay";

    private static final int CELLS = 6;
    private static final int PERCENT = 100;

    private record Row(Verdict verdict, String triage, String what) {
        String line() {
            return String.join(
                    "\t",
                    verdict.name(),
                    verdict.outcome().name(),
                    verdict.by(),
                    Long.toString(verdict.seconds()),
                    triage,
                    what);
        }
    }

    private final Path file;
    private final String build;
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /** Reads the file if there is one. */
    RandomScore(Path file, String build) throws IOException {
        this.file = file;
        this.build = build;
        if (!Files.exists(file)) {
            return;
        }
        final List<String> lines = Files.readAllLines(file);
        if (!lines.getFirst().equals(BUILD + build)) {
            throw new IllegalArgumentException(
                    file + " has the verdicts on another build; choose another seed, or move the file away");
        }
        for (String line : lines.subList(1, lines.size())) {
            final String[] cells = line.split("\t", CELLS);
            final Verdict verdict =
                    new Verdict(cells[0], Verdict.Outcome.valueOf(cells[1]), cells[2], Long.parseLong(cells[3]), "");
            rows.put(cells[0], new Row(verdict, cells[4], cells[5]));
        }
    }

    /** Whether a mutant has a verdict. */
    synchronized boolean has(GeneratedMutant mutant) {
        return rows.containsKey(mutant.name()) && !isUnseen(mutant);
    }

    /** Whether near witnesses do not see a mutant, and far ones have not been asked. */
    synchronized boolean isUnseen(GeneratedMutant mutant) {
        final Row row = rows.get(mutant.name());
        return row != null && row.verdict().by().equals(UNSEEN);
    }

    /** Notes that near witnesses do not see a mutant. */
    synchronized void addUnseen(GeneratedMutant mutant, long seconds) throws IOException {
        add(mutant, new Verdict(mutant.name(), Verdict.Outcome.SURVIVED, UNSEEN, seconds, ""));
    }

    synchronized void add(GeneratedMutant mutant, Verdict verdict) throws IOException {
        rows.put(
                mutant.name(),
                new Row(verdict, verdict.outcome() == Verdict.Outcome.SURVIVED ? OPEN : "", mutant.what()));
        final List<String> lines = new ArrayList<>(List.of(BUILD + build));
        rows.values().forEach(row -> lines.add(row.line()));
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }

    /**
     * The score of a sample: its survivors, a table by module, and the part that was caught of those mutants that are
     * neither equivalent nor only delays.
     */
    synchronized String page(List<GeneratedMutant> sample) {
        final Map<String, Tally> modules = new TreeMap<>();
        final Tally all = new Tally();
        final StringJoiner survivors = new StringJoiner("");
        for (GeneratedMutant mutant : sample) {
            final Row row = rows.get(mutant.name());
            if (row != null && !isUnseen(mutant)) {
                all.add(row);
                modules.computeIfAbsent(mutant.module(), _ -> new Tally()).add(row);
                if (row.verdict().outcome() == Verdict.Outcome.SURVIVED) {
                    survivors.add("SURVIVOR %s: %s (%s)%n".formatted(mutant.name(), row.what(), row.triage()));
                }
            }
        }
        final StringBuilder page = new StringBuilder(survivors.toString())
                .append("%n| module | judged | caught | by time-out alone | equivalent | only a delay | gap | score |%n"
                        .formatted())
                .append("|---|---:|---:|---:|---:|---:|---:|---:|%n".formatted());
        modules.forEach((module, tally) -> page.append(tally.line(module)));
        return page.append(all.line("all"))
                .append("%n%d drawn, %d judged".formatted(sample.size(), all.judged))
                .append(all.real() == 0 ? "" : score(all.caught, all.real()))
                .append(System.lineSeparator())
                .toString();
    }

    private static String score(int caught, int judged) {
        final Wilson interval = Wilson.of(caught, judged);
        return "; score %.1f %%, 95 %% confidence interval %.1f to %.1f %%"
                .formatted((double) PERCENT * caught / judged, PERCENT * interval.low(), PERCENT * interval.high());
    }

    /** Counts of some mutants. */
    private static final class Tally {
        private int judged;
        private int caught;
        private int late;
        private int equivalent;
        private int delays;

        void add(Row row) {
            judged++;
            switch (row.verdict().outcome()) {
                case CAUGHT -> caught++;
                case TIMED_OUT -> {
                    caught++;
                    late++;
                }
                case SURVIVED -> {
                    equivalent += row.triage().startsWith(EQUIVALENT) ? 1 : 0;
                    delays += row.triage().startsWith(DELAY) ? 1 : 0;
                }
            }
        }

        /** Those that tests could catch. */
        int real() {
            return judged - equivalent - delays;
        }

        String line(String name) {
            return "| %s | %d | %d | %d | %d | %d | %d | %s |%n"
                    .formatted(
                            name,
                            judged,
                            caught,
                            late,
                            equivalent,
                            delays,
                            real() - caught,
                            real() == 0 ? "-" : Math.round((double) PERCENT * caught / real()) + " %");
        }
    }
}
