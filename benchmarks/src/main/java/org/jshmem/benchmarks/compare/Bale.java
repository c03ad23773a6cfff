package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The programs of bale, which the user has built.
 *
 * @param programs the directory with {@code histo}, {@code ig}, {@code topo} and others
 */
record Bale(Path programs) {
    private static final int DEPTH = 6;
    private static final double NS_PER_S = 1e9;

    /** A way in which bale's programs send. */
    enum Model {
        AGP(1, "AGP"),
        EXSTACK(2, "Exstack"),
        EXSTACK2(4, "Exstack2"),
        CONVEYOR(8, "Conveyor");

        private final int mask;

        /** By which the output names it. */
        private final String label;

        Model(int mask, String label) {
            this.mask = mask;
            this.label = label;
        }

        @Override
        public String toString() {
            return "bale, " + label;
        }
    }

    /**
     * Finds the programs.
     *
     * @param directory bale's own, or the one with the programs, or any between
     * @return empty if there are none
     */
    static Optional<Bale> in(Path directory) throws IOException {
        try (Stream<Path> found = Files.find(
                directory,
                DEPTH,
                (file, attributes) ->
                        attributes.isRegularFile() && file.endsWith("histo") && Files.isExecutable(file))) {
            // Below the directory of bale there is also the one in which it was built.
            return found.map(Path::getParent)
                    .min(Comparator.comparing((Path parent) -> !parent.endsWith("bin")))
                    .map(parent -> new Bale(parent.toAbsolutePath()));
        }
    }

    boolean has(String program) {
        return Files.isExecutable(programs.resolve(program));
    }

    /** What to append to the program: the model, and a file that gets the results. */
    List<String> arguments(Model model, Path results) {
        return List.of("-M", Integer.toString(model.mask), "-j", results.toString());
    }

    /**
     * Reads the time of a model.
     *
     * @param results the content of the file
     * @param prefix what stands before the name of the model
     */
    static OptionalDouble ns(String results, String prefix, Model model) {
        final Matcher matcher = Pattern.compile("\"" + prefix + model.label + "(?: [^\"]*)?\": \"([0-9.]+)\"")
                .matcher(results);
        return matcher.find()
                ? OptionalDouble.of(NS_PER_S * Double.parseDouble(matcher.group(1)))
                : OptionalDouble.empty();
    }
}
