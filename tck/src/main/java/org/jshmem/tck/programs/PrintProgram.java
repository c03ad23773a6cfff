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
        final String kept = args.length > 2 ? args[2] : "all";
        System.out.print(text(Long.parseLong(args[0]), Integer.parseInt(args[1]), kept));
    }

    /**
     * The program.
     *
     * @param seed as a failure of the case {@code randomPrograms} names it
     * @param pes the number of PEs
     */
    public static String text(long seed, int pes) {
        return text(seed, pes, "all");
    }

    private static String text(long seed, int pes, String kept) {
        return Emission.of(Generator.draw(seed, pes).keep(kept));
    }
}
