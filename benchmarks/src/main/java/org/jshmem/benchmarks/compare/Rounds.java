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
    private final Path directory;
    private final IdleMachine idle;
    private final boolean undisturbed;

    Rounds(Path directory, IdleMachine idle, boolean undisturbed) {
        this.directory = directory;
        this.idle = idle;
        this.undisturbed = undisturbed;
    }

    /**
     * Runs some rounds.
     *
     * @param job what is measured, for who looks on
     * @param cCommand the program in C; empty if there is none
     */
    List<Round> run(int rounds, String job, List<String> cCommand, List<String> javaCommand) throws IOException {
        List<Round> results = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            if (!undisturbed) {
                idle.await();
            }
            List<Measurement> c = List.of();
            if (!cCommand.isEmpty()) {
                System.out.printf("%s, round %d of %d: C%n", job, i, rounds);
                c = measurements(cCommand);
            }
            System.out.printf("%s, round %d of %d: Java%n", job, i, rounds);
            Round round = new Round(c, measurements(javaCommand));
            results.add(undisturbed ? round.undisturbed() : round);
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
