package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.benchmarks.Measurement;

/** As {@link Turns}, with several programs in C. */
final class MpiTurns {
    private final Path directory;
    private final IdleMachine idle;
    private final Batches batches;
    private final List<Mpi> mpis;
    private final String suite;

    /**
     * Nothing runs yet.
     *
     * @param suite what the programs in C measure: {@code messages} or {@code nonblocking}
     */
    MpiTurns(Path directory, IdleMachine idle, Batches batches, List<Mpi> mpis, String suite) {
        this.directory = directory;
        this.idle = idle;
        this.batches = batches;
        this.mpis = mpis;
        this.suite = suite;
    }

    /**
     * Runs some rounds; in each of them all programs are started anew.
     *
     * @return what each pass over all points has measured, by each MPI and by Java beside it
     */
    Map<Mpi, List<Round>> run(int rounds, List<String> javaCommand) throws IOException {
        final Map<Mpi, List<Round>> passes = new LinkedHashMap<>();
        mpis.forEach(mpi -> passes.put(mpi, new ArrayList<>()));
        for (int i = 1; i <= rounds; i++) {
            if (!batches.areUndisturbed()) {
                idle.await();
            }
            System.out.printf("%s, round %d of %d: all start%n", suite, i, rounds);
            runRound(javaCommand, passes);
        }
        return passes;
    }

    private void runRound(List<String> javaCommand, Map<Mpi, List<Round>> passes) throws IOException {
        final List<Measurer> measurers = new ArrayList<>();
        try {
            measurers.add(new Measurer(javaCommand, directory));
            for (Mpi mpi : mpis) {
                measurers.add(new Measurer(mpi.command(batches.sliceMs(), suite), directory));
            }
            for (int pass = 1; pass <= Turns.PASSES; pass++) {
                System.out.printf("pass %d of %d%n", pass, Turns.PASSES);
                addPass(passes, pass(measurers, pass));
            }
            for (Measurer measurer : measurers) {
                measurer.end();
            }
        } finally {
            measurers.forEach(Measurer::close);
        }
    }

    /** What each has measured; another one begins in each pass. */
    private static List<List<Measurement>> pass(List<Measurer> measurers, int first) throws IOException {
        final List<List<Measurement>> results = new ArrayList<>();
        measurers.forEach(measurer -> results.add(new ArrayList<>()));
        for (String point : measurers.getFirst().points()) {
            for (int turn = 0; turn < measurers.size(); turn++) {
                final int next = (first + turn) % measurers.size();
                results.get(next).addAll(measure(measurers.get(next), next == 0, point));
            }
        }
        return results;
    }

    private static List<Measurement> measure(Measurer measurer, boolean isJava, String point) throws IOException {
        if (isJava) {
            return measurer.measure(point);
        }
        final int end = point.lastIndexOf('|');
        final String operation = point.substring(0, end);
        return measurer.measure(MessageTwins.inC(operation) + point.substring(end)).stream()
                .map(measurement -> measurement.named(operation))
                .toList();
    }

    private void addPass(Map<Mpi, List<Round>> passes, List<List<Measurement>> results) {
        for (int i = 0; i < mpis.size(); i++) {
            final Round round = new Round(results.get(i + 1), results.getFirst());
            passes.get(mpis.get(i)).add(batches.areUndisturbed() ? round.undisturbed() : round);
        }
    }
}
