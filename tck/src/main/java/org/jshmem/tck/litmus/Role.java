package org.jshmem.tck.litmus;

/** The program of one PE in a litmus test. */
@FunctionalInterface
interface Role {
    /** Plays one round; what it reads goes to the cell's registers. */
    void play(Cell cell);
}
