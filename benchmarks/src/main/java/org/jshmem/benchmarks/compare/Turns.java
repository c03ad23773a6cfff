package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs C and Java side by side: each sleeps while the other measures, and they take turns point by point, so that what
 * the machine does in between, which changes within seconds, meets both.
 */
final class Turns {
    /** Passes over all points in each round. */
    static final int PASSES = 5;

    private final Path directory;
    private final IdleMachine idle;
    private final boolean undisturbed;

    Turns(Path directory, IdleMachine idle, boolean undisturbed) {
        this.directory = directory;
        this.idle = idle;
        this.undisturbed = undisturbed;
    }

    /**
     * Runs some rounds; in each of them both programs are started anew.
     *
     * @param job what is measured, for who looks on
     * @return what each pass over all points has measured
     */
    List<Round> run(int rounds, String job, List<String> cCommand, List<String> javaCommand) throws IOException {
        final List<Round> passes = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            if (!undisturbed) {
                idle.await();
            }
            System.out.printf("%s, round %d of %d: both start%n", job, i, rounds);
            try (var c = new Measurer(cCommand, directory);
                    var java = new Measurer(javaCommand, directory)) {
                for (int pass = 1; pass <= PASSES; pass++) {
                    System.out.printf("%s, round %d of %d: pass %d of %d%n", job, i, rounds, pass, PASSES);
                    passes.add(pass(c, java, pass % 2 == 0));
                }
                c.end();
                java.end();
            }
        }
        return passes;
    }

    private Round pass(Measurer c, Measurer java, boolean javaFirst) throws IOException {
        final Round round = new Round(new ArrayList<>(), new ArrayList<>());
        for (String point : java.points()) {
            if (javaFirst) {
                round.java().addAll(java.measure(point));
            }
            round.c().addAll(c.measure(point));
            if (!javaFirst) {
                round.java().addAll(java.measure(point));
            }
        }
        for (String point : c.points()) {
            if (!java.points().contains(point)) {
                round.c().addAll(c.measure(point));
            }
        }
        return undisturbed ? round.undisturbed() : round;
    }
}
