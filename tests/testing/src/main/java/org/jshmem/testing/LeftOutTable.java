package org.jshmem.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The table at the end of a build: which tests were left out, why, and what to install. */
public final class LeftOutTable {
    private final List<LeftOut> rows = new ArrayList<>();
    private long tests;

    LeftOutTable() {}

    /**
     * Prints the table.
     *
     * @param args the root of the project, when the build began, as {@code 2026-01-31T12:00:00Z} (what was written
     *     earlier does not count), which part of the drawn tests it ran (see {@link Draw}), and what to say after that
     * @throws IOException if a file cannot be read
     */
    @SuppressWarnings("checkstyle:systemout") // the build's log
    public static void main(String[] args) throws IOException {
        final LeftOutTable table = new LeftOutTable();
        table.read(Path.of(args[0]), Instant.parse(args[1]));
        System.out.print(table);
        if (!Draw.of(args[2]).equals(Draw.ALL)) {
            System.out.println("this build ran " + Draw.of(args[2]));
        }
        if (args.length > 3 && !args[3].isBlank()) {
            System.out.println(args[3]);
        }
    }

    /** Reads what the test JVMs of all modules have written since a time. */
    void read(Path root, Instant since) throws IOException {
        for (Path module : Modules.of(root)) {
            final Path file = module.resolve(LeftOut.FILE);
            if (Files.exists(file)
                    && !Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                add(Files.readAllLines(file));
            }
        }
    }

    void add(List<String> lines) {
        tests += Long.parseLong(lines.getFirst().substring(LeftOut.TESTS.length() + 1));
        lines.stream().skip(1).map(LeftOut::parse).forEach(rows::add);
    }

    @Override
    public String toString() {
        if (rows.isEmpty()) {
            return tests + " tests; none was left out\n";
        }
        final List<LeftOut> sums = rows.stream()
                .collect(Collectors.groupingBy(row -> List.of(row.requirement(), row.reason())))
                .values()
                .stream()
                .map(LeftOut::sum)
                .sorted(Comparator.comparing(LeftOut::requirement).thenComparing(LeftOut::reason))
                .toList();
        final long all = sums.stream().mapToLong(LeftOut::tests).sum();
        final StringBuilder text = new StringBuilder(tests + " tests; " + all + (all == 1 ? " was" : " were")
                + " left out (-D" + Requirement.PROPERTY + "=... or all makes that a failure)\n");
        final int requirement =
                width("requirement", sums.stream().map(LeftOut::requirement).toList());
        final int reason = width("reason", sums.stream().map(LeftOut::reason).toList());
        final String format = "%-" + requirement + "s  %5s  %-" + reason + "s  %s%n";
        text.append(String.format(format, "requirement", "tests", "reason", "Debian packages"));
        for (LeftOut row : sums) {
            text.append(String.format(format, row.requirement(), row.tests(), row.reason(), row.packages()));
        }
        return text.toString();
    }

    private static int width(String title, List<String> texts) {
        return Math.max(
                title.length(), texts.stream().mapToInt(String::length).max().orElse(0));
    }
}
