package org.jshmem.bootstrap;

import org.jshmem.ShmemException;

/** Parses the number of a PE and the number of PEs, as text from a launcher, and checks them. */
final class JobNumbers {
    /** Most PEs of a job; a larger number must be an error. */
    static final int MOST_PES = 1 << 20;

    private static final String REMEDY =
            "; it is set by the launcher: start PEs by one that the documentation lists, or " + ProcessClaim.REMEDY;

    private JobNumbers() {}

    /**
     * The number of PEs.
     *
     * @param name the variable or key, for the error message
     * @param value its value
     * @throws ShmemException if it is not a number of PEs
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
     * @param name the variable or key, for the error message
     * @param value its value
     * @param sizeName the variable or key of the number of PEs
     * @param size the number of PEs
     * @throws ShmemException if it is not the number of a PE
     */
    static int rank(String name, String value, String sizeName, int size) {
        final long number = number(value);
        if (number < 0 || number >= size) {
            throw new ShmemException(name + "=" + value + " is not a PE from 0 to " + (size - 1) + ", as " + sizeName
                    + "=" + size + REMEDY);
        }
        return (int) number;
    }

    /** The number of a PE while the number of PEs is unknown. */
    static int rank(String name, String value) {
        final long number = number(value);
        if (number < 0 || number >= MOST_PES) {
            throw new ShmemException(name + "=" + value + " is not a PE from 0 to " + (MOST_PES - 1) + REMEDY);
        }
        return (int) number;
    }

    /** A non-negative number; −1 for any other text. */
    private static long number(String value) {
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : -1;
    }
}
