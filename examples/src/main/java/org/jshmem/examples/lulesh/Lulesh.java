package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.util.Locale;

/**
 * The shock wave of an explosion, ported from LULESH of the Lawrence Livermore National Laboratory, whose numbers it
 * prints: {@code lulesh -s 15 -i 100 one-sided energy.png}.
 *
 * <p>The PEs divide a cube of gas among them, into cubes of elements that move with the gas; so there have to be 1, 8,
 * 27 ... of them. An explosion at one corner drives a wave through the gas. In each iteration a PE adds up the forces
 * on the nodes that it has in common with up to 26 neighbours, then gets from them where these nodes have moved to, and
 * then the gradients of the velocity in the elements next to its own; and all PEs agree on the time step.
 *
 * <p>The neighbours talk by messages, as in the original, or by puts with signals: one class each
 * ({@link MessageExchange}, {@link SignalExchange}); nothing else knows.
 */
public final class Lulesh {
    private static final double S_PER_NS = 1e-9;

    private final Options options;
    private final Simulation simulation;

    private Lulesh(Options options, Simulation simulation) {
        this.options = options;
        this.simulation = simulation;
    }

    public static void main(String[] args) throws IOException {
        final Options options = Options.parse(args);
        try (var _ = init();
                Simulation simulation = new Simulation(
                        options.size(),
                        options.oneSided()
                                ? (number, outgoing, incoming) -> new SignalExchange(outgoing, incoming)
                                : MessageExchange::new)) {
            new Lulesh(options, simulation).run();
        }
    }

    private void run() throws IOException {
        print(options.size() + "^3 elements on each of " + nPes() + " PEs");
        final long start = System.nanoTime();
        while (!simulation.isAtEnd() && simulation.iterations() < options.iterations()) {
            simulation.step();
        }
        final double seconds = (System.nanoTime() - start) * S_PER_NS;
        print("Iteration count = " + simulation.iterations());
        print(String.format(Locale.ROOT, "Final origin energy = %e", simulation.energies()[0]));
        print(String.format(Locale.ROOT, "MaxRelDiff = %e", asymmetry(simulation.energies(), options.size())));
        print(String.format(Locale.ROOT, "Elapsed time = %.6f (s)", maxReduce(TEAM_WORLD, seconds)));
        if (options.picture() != null) {
            simulation.draw(options.picture());
            print("Wrote " + options.picture());
        }
    }

    /** How much the energies in the plane at the origin differ from those with rows and columns exchanged. */
    private static double asymmetry(double[] energies, int size) {
        double largest = 0;
        for (int row = 0; row < size; row++) {
            for (int column = row + 1; column < size; column++) {
                final double energy = energies[column * size + row];
                if (energy != 0) {
                    largest = Math.max(largest, Math.abs(energies[row * size + column] - energy) / energy);
                }
            }
        }
        return largest;
    }

    private static void print(String line) {
        if (myPe() == 0) {
            System.out.println(line);
        }
    }
}
