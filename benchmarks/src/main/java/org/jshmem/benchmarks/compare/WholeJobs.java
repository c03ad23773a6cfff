package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** Whole processes: from the command line to the last exit. */
final class WholeJobs {
    private static final int RUNS = 7;
    private static final int PES = 2;
    private static final int MANY_PES = 64;
    private static final int RUNS_OF_MANY = 3;
    private static final double PLAIN_JAVA_BAR = 10;
    private static final double OSHRUN_BAR = 0.5;
    private static final double MANY_BAR_NS = 10e9;
    private static final double MANY_BAR_BYTES = 2.5 * (1 << 30);

    private final Commands commands;
    private final Path directory;
    private final IdleMachine idle;

    WholeJobs(Commands commands, Path directory, IdleMachine idle) {
        this.commands = commands;
        this.directory = directory;
        this.idle = idle;
    }

    List<Figure> figures() throws IOException {
        List<Figure> figures = new ArrayList<>(hello());
        figures.addAll(many());
        return figures;
    }

    private List<Figure> hello() throws IOException {
        System.out.println("whole jobs: hello on " + PES + " PEs");
        double[] java = new double[RUNS];
        double[] plain = new double[RUNS];
        double[] c = new double[RUNS];
        double[] toPlain = new double[RUNS];
        double[] toC = new double[RUNS];
        wall(commands.javaHello(PES)); // caches of the file system
        wall(commands.cHello(PES));
        for (int i = 0; i < RUNS; i++) {
            idle.await();
            plain[i] = wall(commands.plainJavaHello());
            c[i] = wall(commands.cHello(PES));
            java[i] = wall(commands.javaHello(PES));
            toPlain[i] = java[i] / plain[i];
            toC[i] = java[i] / c[i];
        }
        String remark = "shmemrun " + Units.time(Medians.of(java));
        return List.of(
                Figure.of(
                        "`shmemrun -np 2 hello` ÷ plain `java` hello",
                        Medians.of(toPlain),
                        Unit.RATIO,
                        remark + ", java " + Units.time(Medians.of(plain)),
                        PLAIN_JAVA_BAR),
                Figure.of(
                        "`shmemrun -np 2 hello` ÷ `oshrun -np 2` hello in C",
                        Medians.of(toC),
                        Unit.RATIO,
                        remark + ", oshrun " + Units.time(Medians.of(c)),
                        OSHRUN_BAR));
    }

    private List<Figure> many() throws IOException {
        System.out.println("whole jobs: hello on " + MANY_PES + " PEs");
        double[] walls = new double[RUNS_OF_MANY];
        for (int i = 0; i < RUNS_OF_MANY; i++) {
            idle.await();
            walls[i] = wall(commands.javaHello(MANY_PES));
        }
        List<Memory.Watch> watches = new ArrayList<>();
        Job.run(commands.javaHello(MANY_PES), directory, process -> watches.add(Memory.watch(process)));
        double peak = watches.getFirst().peakBytes();
        return List.of(
                Figure.of("`shmemrun -np 64 hello`", Medians.of(walls), Unit.NS, "", MANY_BAR_NS),
                Figure.of(
                        "`shmemrun -np 64 hello`, memory",
                        peak,
                        Unit.BYTES,
                        "sum of PSS with the launcher, in a run of its own",
                        MANY_BAR_BYTES));
    }

    private double wall(List<String> command) {
        return Job.run(command, directory).wallNs();
    }
}
