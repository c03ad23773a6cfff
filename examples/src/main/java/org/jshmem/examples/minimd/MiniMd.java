package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.util.Locale;
import org.jshmem.examples.minimd.Phases.Phase;

/**
 * Molecular dynamics with the Lennard-Jones potential, ported from miniMD of the Mantevo project, whose numbers it
 * prints: {@code minimd -s 8 -n 1000 one-sided temperature.png}.
 *
 * <p>The PEs divide a periodic box among them. In each step a PE computes the forces between its atoms and on the
 * copies of its neighbours' atoms that lie around its part of the box: it gets their positions before, and sends the
 * forces on them back after. Every 20 steps atoms go to the PE that owns the place where they are, and it is found anew
 * which atoms are near each other.
 *
 * <p>The neighbours talk by messages, as in the original, or by puts with signals: one class each
 * ({@link MessageExchange}, {@link SignalExchange}); nothing else knows.
 */
public final class MiniMd {
    /** Steps between two lines of output. */
    private static final int STEPS_OF_A_LINE = 100;

    private final Options options;
    private final Simulation simulation;

    private MiniMd(Options options, Simulation simulation) {
        this.options = options;
        this.simulation = simulation;
    }

    public static void main(String[] args) throws IOException {
        final Options options = Options.parse(args);
        try (var _ = init();
                Simulation simulation = new Simulation(
                        options.cells(), options.oneSided() ? SignalExchange::new : MessageExchange::new)) {
            new MiniMd(options, simulation).run();
        }
    }

    private void run() throws IOException {
        print(simulation.atoms() + " atoms, " + options.steps() + " steps on " + nPes() + " PEs");
        print("step temperature energy pressure");
        printState(0);
        final double[] temperatures = steps();
        print(seconds(simulation.phases().total()));
        for (Phase phase : Phase.values()) {
            print(seconds(simulation.phases().seconds(phase)) + " "
                    + phase.name().toLowerCase(Locale.ROOT));
        }
        if (options.picture() != null && myPe() == 0) {
            TemperaturePlot.write(options.picture(), temperatures);
            print("Wrote " + options.picture());
        }
    }

    /** Makes all steps; returns the temperatures before and after each, if there is to be a picture. */
    private double[] steps() {
        final double[] temperatures = new double[options.steps() + 1];
        temperatures[0] = simulation.temperature();
        simulation.phases().start();
        for (int step = 1; step <= options.steps(); step++) {
            final boolean isMeasured = step % STEPS_OF_A_LINE == 0 || step == options.steps();
            simulation.step(isMeasured);
            if (isMeasured) {
                printState(step);
            }
            if (options.picture() != null) {
                temperatures[step] = simulation.temperature();
            }
        }
        barrierAll();
        simulation.phases().add(Phase.OTHER);
        return temperatures;
    }

    private void printState(int step) {
        final Thermo.State state = simulation.state();
        print(String.format(Locale.ROOT, "%d %e %e %e", step, state.temperature(), state.energy(), state.pressure()));
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }

    private static void print(String line) {
        if (myPe() == 0) {
            System.out.println(line);
        }
    }
}
