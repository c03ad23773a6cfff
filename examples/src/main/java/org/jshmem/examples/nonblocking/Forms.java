package org.jshmem.examples.nonblocking;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Runs the two forms of a program in turn, several rounds, and reports the median and the shortest time of each;
 * alternating them makes the comparison robust against other load on the machine.
 */
final class Forms {
    private static final String BOTH = "both";
    private static final String[] NAMES = {"blocking", "non-blocking"};

    private final int rounds;
    private final String wanted;
    private final double[][] seconds;

    /**
     * Which forms are to be run.
     *
     * @param rounds how often
     * @param wanted {@code blocking}, {@code non-blocking} or {@code both}
     */
    Forms(int rounds, String wanted) {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds=" + rounds + "; pass 1 or more");
        }
        if (!wanted.equals(BOTH) && !Arrays.asList(NAMES).contains(wanted)) {
            throw new IllegalArgumentException("form=" + wanted + "; pass blocking, non-blocking or both");
        }
        this.rounds = rounds;
        this.wanted = wanted;
        this.seconds = new double[NAMES.length][rounds];
    }

    /**
     * Runs the forms; collective.
     *
     * @param prepare called before each run
     * @param program what is measured; is told whether not to block
     * @param check called after each run
     */
    void run(Runnable prepare, Consumer<Boolean> program, Runnable check) {
        for (int round = 0; round < rounds; round++) {
            for (int form = 0; form < NAMES.length; form++) {
                if (isWanted(form)) {
                    prepare.run();
                    barrierAll();
                    final long start = System.nanoTime();
                    program.accept(form == 1);
                    barrierAll();
                    seconds[form][round] = (System.nanoTime() - start) / 1e9;
                    check.run();
                }
            }
        }
    }

    /** Prints the times. */
    void report() {
        for (int form = 0; form < NAMES.length; form++) {
            if (isWanted(form)) {
                Arrays.sort(seconds[form]);
                System.out.printf(
                        Locale.ROOT,
                        "%s: %.4f s, fastest %.4f s%n",
                        NAMES[form],
                        seconds[form][rounds / 2],
                        seconds[form][0]);
            }
        }
    }

    private boolean isWanted(int form) {
        return wanted.equals(BOTH) || wanted.equals(NAMES[form]);
    }
}
