package org.jshmem.tck.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jshmem.tck.Report;
import org.jshmem.tck.report.About;
import org.jshmem.tck.report.Format;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for files with the report. */
final class ReportOptions {
    /** Options that are given anew, or do not matter, if one case is run again. */
    private static final Set<String> NOT_AGAIN = Set.of(
            "--junit",
            "--json",
            "--html",
            "--subject",
            "--seed",
            "--time",
            "--jobs",
            "--fail-fast",
            "--transport",
            "--program",
            "--family",
            "--sentence",
            "--routine",
            "--type",
            "--only",
            "--shard");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the report as JUnit XML.")
    private Path junit;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report as JSON.")
    private Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report as one page for a browser.")
    private Path html;

    @Option(names = "--subject", paramLabel = "NAME", description = "What is judged, for the reports.")
    private String subject;

    /** What is judged, unless the option has said so. */
    void nameSubject(String name) {
        subject = Objects.requireNonNullElse(subject, name);
    }

    void write(Report report, String what, String profiles, long seed, Instant began) throws IOException {
        final About about = new About(
                Objects.requireNonNullElse(subject, "JSHMEM"),
                what,
                commandLine(),
                profiles,
                seed,
                began,
                Duration.between(began, Instant.now()).toMillis());
        for (Map.Entry<Format, Path> file : files().entrySet()) {
            file.getKey().write(file.getValue(), report, about);
        }
    }

    /** As it was given, without options that {@link #NOT_AGAIN} names, and without cases. */
    private String commandLine() {
        final StringBuilder line = new StringBuilder("bin/tck ").append(command.name());
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            if (!NOT_AGAIN.contains(option.longestName())) {
                line.append(' ').append(option.longestName());
                if (option.arity().max() > 0) {
                    option.originalStringValues()
                            .forEach(value -> line.append(' ').append(quoted(value)));
                }
            }
        }
        return line.toString();
    }

    /** For a shell. */
    private static String quoted(String value) {
        return value.matches("[\\w@%+=:,./-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    private Map<Format, Path> files() {
        final Map<Format, Path> files = new EnumMap<>(Format.class);
        files.put(Format.JUNIT, junit);
        files.put(Format.JSON, json);
        files.put(Format.HTML, html);
        files.values().removeIf(Objects::isNull);
        return files;
    }

    /** So that a run of hours does not end without its report. */
    void requireWritable() {
        for (Path file : files().values()) {
            final Path directory = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || !Files.isWritable(directory)) {
                throw new UsageException("cannot write a report to " + file
                        + "; name a file in a directory that exists and may be written to");
            }
        }
    }
}
