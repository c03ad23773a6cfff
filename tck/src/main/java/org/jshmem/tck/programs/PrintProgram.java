package org.jshmem.tck.programs;

/** Prints a random program as Java source: {@code PrintProgram <seed> <number of PEs> [<steps>]}. */
public final class PrintProgram {
    private PrintProgram() {}

    /**
     * Prints it.
     *
     * @param args the seed, as a failure of the case {@code randomPrograms} names it, the number of PEs, and which
     *     steps are kept, all unless given
     */
    @SuppressWarnings("checkstyle:systemout") // what it is for
    public static void main(String[] args) {
        final Program program = Generator.draw(Long.parseLong(args[0]), Integer.parseInt(args[1]));
        System.out.print(Emission.of(args.length > 2 ? program.keep(args[2]) : program));
    }
}
