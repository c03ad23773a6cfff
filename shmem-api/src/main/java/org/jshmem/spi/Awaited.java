package org.jshmem.spi;

/**
 * Describes what a thread waits for, in the report of a hang ({@code SHMEM_TIMEOUT}). Any thread may call, at any time.
 */
@FunctionalInterface
public interface Awaited {
    /**
     * Describes what the thread waits for.
     *
     * @param where the place that the waiting code passed: an address, an offset or a number
     * @return a few words, without a full stop
     */
    String describe(long where);
}
