package org.jshmem.tck.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseTable;
import org.jshmem.tck.Family;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Report;
import org.jshmem.tck.Sentence;
import org.jshmem.tck.c.CallFile;

/**
 * Counts the results of the cases on a C library by families. It adds to each failure the sentences of the
 * specification that the case checks, the last calls of each PE, and to a random program that program in C. Any thread
 * may add.
 */
final class Verdicts {
    private static final int MOST_CALLS = 30;

    private static final String ROW = "%-18s";
    private static final String CELL = " %9s";

    private final Report report;
    private final Path calls;
    private final Reproduction reproduction;
    private final Map<Family, Map<Verdict, Integer>> counts = new EnumMap<>(Family.class);

    /**
     * @param report gets the cases that do not count
     * @param calls the directory of the files with calls
     * @param reproduction adds a program of C
     */
    Verdicts(Report report, Path calls, Reproduction reproduction) {
        this.report = report;
        this.calls = calls;
        this.reproduction = reproduction;
    }

    /** Counts a result; returns it with what helps to understand it, or null if it does not count. */
    synchronized Harness.Result add(Harness.Result result) {
        final String missing = missing(result);
        final Verdict verdict = Verdict.of(result, missing);
        counts.computeIfAbsent(result.family(), _ -> new EnumMap<>(Verdict.class))
                .merge(verdict, 1, Integer::sum);
        final CaseRef reference = CaseTable.find(result.id());
        return switch (verdict) {
            case PASSED -> result;
            case MISSING -> leftOut(result, reference, "the library has no " + missing);
            case JAVA_ONLY -> leftOut(result, reference, "a form that C does not have");
            default -> explained(result, reference, verdict);
        };
    }

    private String missing(Harness.Result result) {
        final String said = Verdict.missingRoutine(result);
        if (!said.isEmpty()) {
            return said;
        }
        try {
            return CallFile.missing(calls, result.id());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Harness.Result leftOut(Harness.Result result, CaseRef reference, String reason) {
        report.leaveOut(reference, result.transport(), reason);
        return null;
    }

    private Harness.Result explained(Harness.Result result, CaseRef reference, Verdict verdict) {
        final StringBuilder text = new StringBuilder(verdict + ": " + result.message());
        for (Sentence sentence : Sentence.of(reference)) {
            text.append("\n  the specification (" + sentence.section() + "): " + sentence.text());
        }
        text.append(lastCalls(result.id())).append(reproduction.of(result));
        return new Harness.Result(
                result.id(),
                result.family(),
                result.name(),
                result.transport(),
                false,
                result.checks(),
                result.millis(),
                text.toString());
    }

    private String lastCalls(String id) {
        final StringBuilder text = new StringBuilder();
        try {
            for (Path file : CallFile.of(calls, id)) {
                text.append("\n  last calls, " + file.getFileName() + ":\n    ")
                        .append(String.join("\n    ", CallFile.read(file, MOST_CALLS)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A table of families by verdicts. */
    @Override
    public synchronized String toString() {
        final StringBuilder text = new StringBuilder(2048);
        text.append(String.format(ROW, "routines"))
                .append(Stream.of(Verdict.values())
                        .map(verdict -> String.format(CELL, verdict))
                        .collect(Collectors.joining()))
                .append(System.lineSeparator());
        counts.forEach((family, row) -> line(text, family.toString(), row));
        final Map<Verdict, Integer> all = new EnumMap<>(Verdict.class);
        counts.values().forEach(row -> row.forEach((verdict, count) -> all.merge(verdict, count, Integer::sum)));
        line(text, "all cases", all);
        return text.toString();
    }

    private static void line(StringBuilder text, String name, Map<Verdict, Integer> row) {
        text.append(String.format(ROW, name));
        for (Verdict verdict : Verdict.values()) {
            text.append(String.format(CELL, row.getOrDefault(verdict, 0)));
        }
        text.append(System.lineSeparator());
    }

    /** Whether all cases that could be run have passed, and some have. */
    synchronized boolean areGood() {
        return counts.values().stream().anyMatch(row -> row.containsKey(Verdict.PASSED))
                && counts.values().stream()
                        .noneMatch(row -> row.containsKey(Verdict.FAILED)
                                || row.containsKey(Verdict.CRASHED)
                                || row.containsKey(Verdict.HUNG));
    }
}
