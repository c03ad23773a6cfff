package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/**
 * The barrier of two hosts with two PEs each, beside its parts: that of two PEs on two hosts, and that of two PEs on
 * one. All are run in turn, and so are two that show what the machine's CPUs alone make of four PEs: that of four PEs
 * on one host, and that of four C processes on two hosts.
 */
final class TwoByTwo {
    private static final double BAR = 1.3;
    private static final String BARRIER = "barrier_all";

    private final Rounds runner;
    private final FabricCommands commands;

    TwoByTwo(Rounds runner, FabricCommands commands) {
        this.runner = runner;
        this.commands = commands;
    }

    List<Figure> figures(int rounds) throws IOException {
        double[] all = new double[rounds];
        double[] between = new double[rounds];
        double[] local = new double[rounds];
        double[] crowded = new double[rounds];
        double[] c = new double[rounds];
        List<Double> ratios = new ArrayList<>();
        List<Double> ratiosToC = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            between[i] = barrierNs("2 hosts, 1 PE each", commands.barrierOnHosts(1));
            Round both = runner.run(1, "2 hosts, 2 PEs each", commands.cBarrierOnHosts(), commands.barrierOnHosts(2))
                    .getFirst();
            all[i] = FabricFigures.javaNs(both, BARRIER, FabricFigures.NO_DATA);
            c[i] = FabricFigures.cNs(both, BARRIER, FabricFigures.NO_DATA);
            local[i] = barrierNs("1 host, 2 PEs", commands.barrierOnOneHost(2));
            crowded[i] = barrierNs("1 host, 4 PEs", commands.barrierOnOneHost(4));
            ratios.add(all[i] / (between[i] + local[i]));
            ratiosToC.add(all[i] / c[i]);
        }
        String parts = Units.time(Medians.of(all)) + "; " + Units.time(Medians.of(between)) + " and "
                + Units.time(Medians.of(local)) + "; 4 PEs on one host " + Units.time(Medians.of(crowded));
        return List.of(
                Figure.of(
                        "barrier_all, 2 hosts with 2 PEs each ÷ the sum of 2 hosts with one each and 2 PEs on one",
                        median(ratios),
                        Unit.RATIO,
                        parts,
                        BAR),
                Figure.withoutBar(
                        "barrier_all, 2 hosts with 2 PEs each ÷ the same in C",
                        median(ratiosToC),
                        Unit.RATIO,
                        Units.time(Medians.of(all)) + " and " + Units.time(Medians.of(c)) + ": what the CPUs allow"));
    }

    private static double median(List<Double> ratios) {
        return Medians.of(ratios.stream().mapToDouble(ratio -> ratio));
    }

    private double barrierNs(String job, List<String> command) throws IOException {
        return FabricFigures.javaNs(runner.run(1, job, List.of(), command).getFirst(), BARRIER, FabricFigures.NO_DATA);
    }
}
