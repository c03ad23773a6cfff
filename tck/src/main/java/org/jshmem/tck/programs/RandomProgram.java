package org.jshmem.tck.programs;

import java.util.Optional;

/** The random program of a seed, as Java source that needs nothing of the kit and checks itself. */
public final class RandomProgram {
    private RandomProgram() {}

    /**
     * The whole program.
     *
     * @param seed as a failure of the case {@code randomPrograms} names it
     * @param pes the number of PEs
     */
    public static String source(long seed, int pes) {
        return Emission.of(Generator.draw(seed, pes));
    }

    /**
     * What is left of it without what it fails without: fewer steps, fewer elements, fewer PEs.
     *
     * @param seed as a failure of the case {@code randomPrograms} names it
     * @param pes the number of PEs
     * @param trial runs a program
     * @return empty if it does not fail
     */
    public static Optional<String> shrunk(long seed, int pes, Trial trial) throws InterruptedException {
        return new Shrink(trial).of(Generator.draw(seed, pes)).map(Emission::of);
    }
}
