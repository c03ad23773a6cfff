package org.jshmem.benchmarks.compare;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What every comparison is told. */
final class Options {
    @Option(
            names = "--rounds",
            description =
                    "How often each side runs (default: 5; of --busy, --flow, --mpi, --nonblocking and --programs 3).")
    private Integer rounds;

    @Option(names = "--doc", description = "Also refresh what the documents say about this machine, and their charts.")
    private boolean doc;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--class-path", hidden = true, required = true)
    private String classPath;

    @Option(names = "--java", hidden = true, required = true)
    private String java;

    /** How many were asked for, or else as many as the mode has by default. */
    int rounds(int otherwise) {
        return rounds == null ? otherwise : rounds;
    }

    boolean refreshesPage() {
        return doc;
    }

    String classPath() {
        return classPath;
    }

    String java() {
        return java;
    }

    /** The project's script. */
    String script(String name) {
        return root.resolve("bin").resolve(name).toString();
    }

    Path distribution() {
        return root.resolve("build/distribution/target/jshmem");
    }

    /** Where results and logs go. */
    Path target() {
        return root.resolve("benchmarks/target");
    }

    /** Tables for people. */
    MeasurementsPage page(String subject) {
        return new MeasurementsPage(root.resolve("docs/performance-" + subject + ".md"));
    }

    /** A picture for people. */
    Path chart(String subject) {
        return root.resolve("docs/performance-" + subject + ".svg");
    }
}
