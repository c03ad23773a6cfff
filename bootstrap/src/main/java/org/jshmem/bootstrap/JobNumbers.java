package org.jshmem.bootstrap;

import org.jshmem.ShmemException;

/** The number of a PE and of all PEs, as a launcher has told them: text that may be anything. */
final class JobNumbers {
    /** More than any machine runs; what is told beyond this is a mistake. */
    static final int MOST_PES = 1 << 20;

    private static final String REMEDY =
            "; it is set by the launcher: start PEs by one that the documentation lists, or unset"
                    + " the variable for a job of its own";

    private JobNumbers() {}

    /**
     * The number of PEs.
     *
     * @param name the variable or key that tells it
     * @param value its value
     * @throws ShmemException naming both
     */
    static int size(String name, String value) {
        final long number = number(value);
        if (number < 1 || number > MOST_PES) {
            throw new ShmemException(name + "=" + value + " is not a number of PEs from 1 to " + MOST_PES + REMEDY);
        }
        return (int) number;
    }

    /**
     * The number of a PE.
     *
     * @param name the variable or key that tells it
     * @param value its value
     * @param sizeName what tells the number of PEs
     * @param size the number of PEs
     * @throws ShmemException naming all
     */
    static int rank(String name, String value, String sizeName, int size) {
        final long number = number(value);
        if (number < 0 || number >= size) {
            throw new ShmemException(name + "=" + value + " is not a PE from 0 to " + (size - 1) + ", as " + sizeName
                    + "=" + size + REMEDY);
        }
        return (int) number;
    }

    /** The number of a PE, where the number of PEs is not known yet. */
    static int rank(String name, String value) {
        final long number = number(value);
        if (number < 0 || number >= MOST_PES) {
            throw new ShmemException(name + "=" + value + " is not a PE from 0 to " + (MOST_PES - 1) + REMEDY);
        }
        return (int) number;
    }

    /** −1 for what is no number that a job could have. */
    private static long number(String value) {
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : -1;
    }
}
