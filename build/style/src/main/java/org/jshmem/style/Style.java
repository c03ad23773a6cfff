package org.jshmem.style;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The form of every Java source of the project, tests and masters included: as the formatter writes it, and as
 * Checkstyle likes it. Each fault is a line {@code file:line: what}.
 */
final class Style {
    private static final int MODULE_DEPTH = 2;

    private final Path root;
    private final List<Path> sources;

    /**
     * The form of some sources.
     *
     * @param root the root of the project
     * @param isMeant which, by their paths relative to the root
     */
    Style(final Path root, final Predicate<String> isMeant) throws IOException {
        this.root = root.toRealPath();
        this.sources = sources(this.root).stream()
                .filter(source -> isMeant.test(this.root.relativize(source).toString()))
                .toList();
    }

    /**
     * Formats every source and says what Checkstyle finds after that. Ends with status 1 if there is anything to mend.
     *
     * @param args the root of the project
     */
    public static void main(final String[] args) throws Exception {
        final Style style = new Style(Path.of(args[0]), _ -> true);
        final List<String> faults = new ArrayList<>(style.format());
        faults.addAll(style.checkstyleFaults());
        faults.forEach(System.err::println);
        if (!faults.isEmpty()) {
            System.exit(1);
        }
    }

    /** Rewrites what is not formatted; the faults are the sources that cannot be parsed. */
    List<String> format() {
        return new Formatting(root, true).apply(sources);
    }

    List<String> formattingFaults() {
        return new Formatting(root, false).apply(sources);
    }

    List<String> checkstyleFaults() throws Exception {
        return Checkstyle.faults(root, sources);
    }

    /**
     * Test classes that no time-out ends: neither the one of the test support that their module depends on, nor one of
     * their own, which every job of {@code ShmemTest} has.
     */
    List<String> timeoutFaults() throws IOException {
        final List<String> faults = new ArrayList<>();
        for (final Path source : sources) {
            if (source.toString().endsWith("Test.java") && source.toString().contains("/src/test/")) {
                final Path module = moduleOf(source);
                final boolean isLimited = module.endsWith("testing")
                        || Files.readString(module.resolve("pom.xml")).contains("<artifactId>testing</artifactId>")
                        || Files.readString(source).contains("@Timeout(")
                        || Files.readString(source).contains("@ShmemTest(");
                if (!isLimited) {
                    faults.add(root.relativize(source) + ":1: no time-out; let the module's pom.xml depend on testing");
                }
            }
        }
        return faults;
    }

    /** The nearest folder above a file that has a {@code pom.xml}. */
    private static Path moduleOf(final Path source) {
        Path folder = source.getParent();
        while (!Files.exists(folder.resolve("pom.xml"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** Whatever lies in a module's {@code src}; {@code target} is a build's own affair. */
    private static List<Path> sources(final Path root) throws IOException {
        final List<Path> sources = new ArrayList<>();
        try (Stream<Path> folders = Files.walk(root, MODULE_DEPTH)) {
            for (final Path module : folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList()) {
                if (Files.isDirectory(module.resolve("src"))) {
                    try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        sources.sort(null);
        return sources;
    }
}
