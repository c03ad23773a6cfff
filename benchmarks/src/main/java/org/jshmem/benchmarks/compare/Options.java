package org.jshmem.benchmarks.compare;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What every comparison is told. */
final class Options {
    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "How often each side runs (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--slice-ms",
            defaultValue = "50",
            description = "How long to measure each point (default: ${DEFAULT-VALUE} ms).")
    private int sliceMs;

    @Option(names = "--doc", description = "Also refresh what docs/performance.md says about it.")
    private boolean doc;

    @Option(
            names = "--busy",
            description = "Compare the 10th percentile of the batches instead of the median, for a machine that does"
                    + " something else as well.")
    private boolean busy;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--class-path", hidden = true, required = true)
    private String classPath;

    @Option(names = "--java", hidden = true, required = true)
    private String java;

    int rounds() {
        return rounds;
    }

    int sliceMs() {
        return sliceMs;
    }

    boolean isMachineBusy() {
        return busy;
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
        return root.resolve("distribution/target/jshmem");
    }

    /** Where results and logs go. */
    Path target() {
        return root.resolve("benchmarks/target");
    }

    Path docs() {
        return root.resolve("docs");
    }

    Path page() {
        return docs().resolve("performance.md");
    }
}
