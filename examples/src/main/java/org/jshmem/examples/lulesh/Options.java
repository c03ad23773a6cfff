package org.jshmem.examples.lulesh;

import java.io.File;

/**
 * The command line.
 *
 * @param size elements in each direction of a PE's cube
 * @param iterations the most to make
 * @param oneSided whether PEs put with signals instead of sending messages
 * @param picture where to draw the energy, or null
 */
record Options(int size, int iterations, boolean oneSided, File picture) {
    private static final int SIZE = 30;

    static Options parse(String... args) {
        int size = SIZE;
        int iterations = Integer.MAX_VALUE;
        boolean oneSided = false;
        File picture = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "-s" -> size = number(args, ++i);
                case "-i" -> iterations = number(args, ++i);
                case "messages" -> oneSided = false;
                case "one-sided" -> oneSided = true;
                default -> picture = picture(args[i]);
            }
        }
        if (size > Mesh.LARGEST) {
            throw new IllegalArgumentException("-s " + size + " is more than " + Mesh.LARGEST);
        }
        return new Options(size, iterations, oneSided, picture);
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
                    name + " is unknown; there are -s SIZE, -i ITERATIONS, messages, one-sided, FILE.png");
        }
        return new File(name);
    }
}
