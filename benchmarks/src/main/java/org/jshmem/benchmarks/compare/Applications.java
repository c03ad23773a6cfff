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
    private final MarkdownTable table = new MarkdownTable("program", "MPI:", "JSHMEM:", "ratio:", "lowest – highest:");

    Applications(Options options, IdleMachine idle, String launcher) {
        this.options = options;
        this.idle = idle;
        this.launcher = launcher;
    }

    void run(Application application, Path original, int rounds) throws IOException {
        for (String variant : application.variants()) {
            final String name = application.name() + ", " + application.pes() + " PEs, " + variant;
            final List<double[]> all = new ArrayList<>();
            final List<double[]> later = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                System.out.printf("%s, round %d of %d%n", name, round, rounds);
                final double[] first = pair(application, original, variant, application.first());
                all.add(pair(application, original, variant, application.all()));
                later.add(new double[] {all.getLast()[0] - first[0], all.getLast()[1] - first[1]});
            }
            addRow(name + ", from the start", all);
            addRow(name + ", after a third", later);
        }
    }

    /** The times of the original and ours. */
    private double[] pair(Application application, Path original, String variant, int count) throws IOException {
        idle.await();
        final Path examples = options.distribution().resolve("lib/examples.jar");
        return new double[] {
            loopNs(application, application.original(original, launcher, count)),
            loopNs(application, application.ours(options, examples, variant, count))
        };
    }

    private double loopNs(Application application, List<String> command) {
        return application.loopNs(Job.run(command, options.target()).lines());
    }

    private void addRow(String name, List<double[]> pairs) {
        final Ratios times = Ratios.of(pairs, pair -> pair[0], pair -> pair[1]);
        table.row(List.of(
                name,
                Units.time(times.cMedian()),
                Units.time(times.javaMedian()),
                Units.digits(times.median()),
                times.range()));
    }

    String markdown() {
        return table.toString();
    }
}
