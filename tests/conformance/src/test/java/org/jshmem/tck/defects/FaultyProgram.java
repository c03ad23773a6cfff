package org.jshmem.tck.defects;

import org.jshmem.tck.programs.RunProgram;

/**
 * A random program with a planted defect: {@code FaultyProgram <defect> org.jshmem.tck.programs.RunProgram <seed>
 * <steps>}.
 */
public final class FaultyProgram {
    private FaultyProgram() {}

    /**
     * Runs it.
     *
     * @param args see the class
     */
    public static void main(String[] args) {
        Planted.plant(Defect.valueOf(args[0]));
        RunProgram.main(new String[] {args[2], args[3]});
    }
}
