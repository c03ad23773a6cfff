package org.jshmem.tck;

/** Is told in each PE which case is about to run; found by {@link java.util.ServiceLoader}. */
public interface CaseWatcher {
    /**
     * A case is about to run.
     *
     * @param id the case
     * @param pe this PE's number
     */
    void before(String id, int pe);
}
