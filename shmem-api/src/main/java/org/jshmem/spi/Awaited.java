package org.jshmem.spi;

/** Says what a thread waits for, in the report of a hang ({@code SHMEM_TIMEOUT}). Called by any thread, at any time. */
@FunctionalInterface
public interface Awaited {
    /**
     * What is waited for.
     *
     * @param where which of those that the waiting code knows: an address, an offset or a number
     * @return a few words, without a full stop
     */
    String describe(long where);
}
