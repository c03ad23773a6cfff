package org.jshmem.tck.programs;

/** Runs a program that is given as source. */
public interface Trial {
    /**
     * Whether it fails this time.
     *
     * @param source which needs nothing of the kit
     * @param pes of the job
     */
    boolean fails(String source, int pes) throws InterruptedException;
}
