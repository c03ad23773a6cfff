package org.jshmem.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The documents of the site, in the order in which they are read. */
final class Contents {
    record Entry(String title, Path source) {
        Entry(String title, String source) {
            this(title, Path.of(source));
        }
    }

    record Section(String title, List<Entry> entries) {}

    static final List<Section> SECTIONS = List.of(
            new Section(
                    "Start",
                    List.of(
                            new Entry("JSHMEM", "README.md"),
                            new Entry("Install", "docs/install.md"),
                            new Entry("Tutorial", "docs/tutorial.md"),
                            new Entry("Tutorial: a million tiny updates", "docs/tutorial-updates.md"),
                            new Entry("Tutorial: find the slow PE", "docs/tutorial-slow.md"),
                            new Entry("A prompt for all PEs", "docs/shell.md"),
                            new Entry("Samples", "samples/README.md"),
                            new Entry("Questions and answers", "docs/faq.md"),
                            new Entry("Troubleshooting", "docs/troubleshooting.md"))),
            new Section(
                    "Write programs",
                    List.of(
                            new Entry("Routines by task", "docs/routines.md"),
                            new Entry("Cookbook", "docs/cookbook.md"),
                            new Entry("Coming from C, MPI or PCJ", "docs/coming-from.md"),
                            new Entry("Port from C", "docs/porting.md"),
                            new Entry("Collectives that do not wait", "docs/nonblocking.md"),
                            new Entry("Reductions beyond OpenSHMEM", "docs/reductions.md"),
                            new Entry("Messages", "docs/messages.md"),
                            new Entry("Flows and distributed arrays", "docs/flows.md"),
                            new Entry("Memory model", "docs/memory-model.md"))),
            new Section(
                    "Run programs",
                    List.of(
                            new Entry("Clusters", "docs/clusters.md"),
                            new Entry("Exit statuses and signals", "docs/launchers.md"),
                            new Entry("Start caches", "docs/start-caches.md"),
                            new Entry("Network", "docs/network.md"),
                            new Entry("Settings", "docs/configuration.md"),
                            new Entry("See what your job does", "docs/monitoring.md"),
                            new Entry("Performance", "docs/performance.md"),
                            new Entry("Measurements: operations", "docs/performance-operations.md"),
                            new Entry("Measurements: whole programs", "docs/performance-programs.md"),
                            new Entry("Measurements: busy machines", "docs/performance-busy.md"),
                            new Entry("Measurements: messages", "docs/performance-messages.md"),
                            new Entry("Measurements: non-blocking collectives", "docs/performance-nonblocking.md"),
                            new Entry("Measurements: between nodes", "docs/performance-network.md"),
                            new Entry("Measurements: over a C library", "docs/performance-oshmem.md"),
                            new Entry("Measurements: flows", "docs/performance-flows.md"),
                            new Entry("Scale", "docs/scale.md"),
                            new Entry("Security", "docs/security.md"))),
            new Section(
                    "The project",
                    List.of(
                            new Entry("Design", "docs/design.md"),
                            new Entry("Design: memory", "docs/design-memory.md"),
                            new Entry("Design: waiting", "docs/design-waiting.md"),
                            new Entry("Design: collectives", "docs/design-collectives.md"),
                            new Entry("Design: network", "docs/design-network.md"),
                            new Entry("Design: messages", "docs/design-messages.md"),
                            new Entry("Design: flows", "docs/design-flows.md"),
                            new Entry("Design: lifecycle", "docs/design-lifecycle.md"),
                            new Entry("Conformance", "docs/conformance.md"),
                            new Entry("Conformance coverage", "docs/conformance-coverage.md"),
                            new Entry("Conformance of C libraries", "docs/c-libraries.md"),
                            new Entry("Testing", "docs/testing.md"),
                            new Entry("Changes", "CHANGELOG.md"),
                            new Entry("Releases", "docs/releasing.md"),
                            new Entry("Contributing", "CONTRIBUTING.md"))));

    private Contents() {}

    static Stream<Path> documents() {
        return SECTIONS.stream().flatMap(section -> section.entries().stream()).map(Entry::source);
    }

    /** The title of a document that a text calls by its file's name. */
    static Optional<String> title(String name) {
        return SECTIONS.stream()
                .flatMap(section -> section.entries().stream())
                .filter(entry ->
                        entry.source().toString().equals(name) || entry.source().equals(Path.of("docs", name)))
                .map(Entry::title)
                .findFirst();
    }

    /** Fails where the directory of documents has one that is not here. */
    static void check(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("docs"))) {
            for (Path file : files.map(root::relativize).toList()) {
                if (file.toString().endsWith(".md") && documents().noneMatch(file::equals)) {
                    throw new IllegalArgumentException(file + " is in no section of the site; add it to Contents");
                }
            }
        }
    }
}
