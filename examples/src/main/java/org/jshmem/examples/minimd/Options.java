package org.jshmem.examples.minimd;

import java.io.File;

/**
 * The command line.
 *
 * @param cells cells of the lattice in each direction
 * @param steps how many to make
 * @param oneSided whether PEs put with signals instead of sending messages
 * @param picture where to draw the temperature, or null
 */
record Options(int cells, int steps, boolean oneSided, File picture) {
    private static final int CELLS = 16;
    private static final int STEPS = 100;

    static Options parse(String... args) {
        int cells = CELLS;
        int steps = STEPS;
        boolean oneSided = false;
        File picture = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "-s" -> cells = number(args, ++i);
                case "-n" -> steps = number(args, ++i);
                case "messages" -> oneSided = false;
                case "one-sided" -> oneSided = true;
                default -> picture = picture(args[i]);
            }
        }
        return new Options(cells, steps, oneSided, picture);
    }

    private static int number(String[] args, int i) {
        if (i == args.length || !args[i].matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(args[i - 1] + " needs a number of 1 or more");
        }
        return Integer.parseInt(args[i]);
    }

    private static File picture(String name) {
        if (!name.endsWith(".png")) {
            throw new IllegalArgumentException(
                    name + " is unknown; there are -s CELLS, -n STEPS, messages, one-sided, FILE.png");
        }
        return new File(name);
    }
}
