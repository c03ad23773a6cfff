package org.jshmem.tck.programs;

/** Runs a program that is given as Java source. */
public interface Trial {
    /**
     * Whether it fails this time.
     *
     * @param source of Java, which needs nothing of the kit
     * @param pes of the job
     */
    boolean fails(String source, int pes) throws InterruptedException;
}
