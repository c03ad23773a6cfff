package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.Units;

/** Runs the user's programs and the examples in turn. */
final class Applications {
    private final Options options;
    private final IdleMachine idle;
    private final String launcher;
    private final MarkdownTable table = new MarkdownTable("program", "MPI:", "JSHMEM:", "ratio:", "of the rounds:");

    Applications(Options options, IdleMachine idle, String launcher) {
        this.options = options;
        this.idle = idle;
        this.launcher = launcher;
    }

    void run(Application application, Path original, int rounds) throws IOException {
        for (int pes : application.pes()) {
            for (String variant : application.variants()) {
                final String name = application.name() + ", " + pes + " PEs, " + variant;
                final Ratios times = times(
                        name,
                        rounds,
                        application,
                        application.original(original, launcher, pes),
                        application.ours(options, options.distribution().resolve("lib/examples.jar"), variant, pes));
                table.row(List.of(
                        name,
                        Units.time(times.cMedian()),
                        Units.time(times.javaMedian()),
                        Units.digits(times.median()),
                        times.range()));
            }
        }
    }

    String markdown() {
        return table.toString();
    }

    private Ratios times(String name, int rounds, Application application, List<String> original, List<String> ours)
            throws IOException {
        final List<double[]> pairs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            idle.await();
            System.out.printf("%s, round %d of %d%n", name, round, rounds);
            pairs.add(new double[] {
                application.loopNs(Job.run(original, options.target()).lines()),
                application.loopNs(Job.run(ours, options.target()).lines())
            });
        }
        return Ratios.of(pairs, pair -> pair[0], pair -> pair[1]);
    }
}
