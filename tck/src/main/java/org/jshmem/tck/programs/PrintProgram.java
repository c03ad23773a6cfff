package org.jshmem.tck.programs;

/** Prints a random program as Java source: {@code PrintProgram <seed> <number of PEs>}. */
public final class PrintProgram {
    private PrintProgram() {}

    /**
     * Prints it.
     *
     * @param args the seed, as a failure of the case {@code randomPrograms} names it, and the number of PEs
     */
    @SuppressWarnings("checkstyle:systemout") // what it is for
    public static void main(String[] args) {
        System.out.print(Emission.of(Generator.draw(Long.parseLong(args[0]), Integer.parseInt(args[1]))));
    }
}
