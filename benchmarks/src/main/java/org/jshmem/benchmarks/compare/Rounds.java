package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.MeasurementJson;

/** Runs C and Java in turn. */
final class Rounds {
    private final Commands commands;
    private final Path directory;
    private final IdleMachine idle;

    Rounds(Commands commands, Path directory, IdleMachine idle) {
        this.commands = commands;
        this.directory = directory;
        this.idle = idle;
    }

    List<Round> run(int rounds, int pes, boolean onlyCollectives) throws IOException {
        List<Round> results = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            idle.await();
            System.out.printf("%d PEs, round %d of %d: C%n", pes, i, rounds);
            List<Measurement> c = measurements(commands.cBenchmark(pes, onlyCollectives));
            System.out.printf("%d PEs, round %d of %d: Java%n", pes, i, rounds);
            List<Measurement> java = measurements(commands.javaBenchmark(pes, onlyCollectives));
            results.add(new Round(c, java));
        }
        return results;
    }

    private List<Measurement> measurements(List<String> command) {
        return Job.run(command, directory).lines().stream()
                .map(MeasurementJson::parse)
                .flatMap(Optional::stream)
                .toList();
    }
}
