package org.jshmem.tck.programs;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jshmem.tck.data.SwitchPoints;

/** The random program of a seed, as a source of one file that needs nothing of the kit and checks itself. */
public final class RandomProgram {
    /** How a failure of a random program says which it is. */
    private static final Pattern NAMED = Pattern.compile("seed (-?\\d+), (\\d+) PEs, (?:after )?phase \\d+");

    private RandomProgram() {}

    /**
     * Which program.
     *
     * @param seed of it
     * @param pes of its job
     */
    public record Named(long seed, int pes) {}

    /** The last program that a message names. */
    public static Optional<Named> namedIn(String message) {
        return NAMED.matcher(message)
                .results()
                .reduce((_, next) -> next)
                .map(match -> new Named(Long.parseLong(match.group(1)), Integer.parseInt(match.group(2))));
    }

    /**
     * The whole program in Java.
     *
     * @param seed as a failure of the case {@code randomPrograms} names it
     * @param pes the number of PEs
     */
    public static String source(long seed, int pes) {
        return Emission.of(Generator.draw(seed, pes));
    }

    /**
     * The part of the program that a library can run, in C. It is not the program of {@link #source} for the same seed,
     * since a C library names no switch points.
     *
     * @param seed as a failure of the case {@code randomPrograms} names it
     * @param pes the number of PEs
     * @param has whether the library has a function
     */
    public static String cSource(long seed, int pes, Predicate<String> has) {
        return CEmission.of(cProgram(seed, pes, has));
    }

    /**
     * What is left of it without what it fails without: fewer steps, fewer elements, fewer PEs.
     *
     * @param seed as a failure of the case {@code randomPrograms} names it
     * @param pes the number of PEs
     * @param trial runs a program of Java
     * @return empty if it does not fail
     */
    public static Optional<String> shrunk(long seed, int pes, Trial trial) throws InterruptedException {
        return new Shrink(Emission::of, trial).of(Generator.draw(seed, pes)).map(Emission::of);
    }

    /**
     * The same of {@link #cSource}.
     *
     * @param trial runs a program of C
     */
    public static Optional<String> cShrunk(long seed, int pes, Predicate<String> has, Trial trial)
            throws InterruptedException {
        return new Shrink(CEmission::of, trial).of(cProgram(seed, pes, has)).map(CEmission::of);
    }

    private static Program cProgram(long seed, int pes, Predicate<String> has) {
        return Offered.of(Generator.draw(seed, pes, SwitchPoints.POWERS), has);
    }
}
