package org.jshmem.benchmarks.programs;

/** A program that is made ready once, by its constructor, and then run again and again; all PEs together. */
interface Program extends AutoCloseable {
    /** From its beginning to the result. */
    void pass();

    /** This PE's part of a sum that is the same in C and in Java after as many passes. */
    long check();

    /** Frees the symmetric memory. */
    @Override
    void close();
}
