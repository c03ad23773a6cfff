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

    /**
     * The operation that waits, as tools name it.
     *
     * @return {@code waitUntil}, which stands for all waits for a variable, unless this says otherwise
     */
    default Operation operation() {
        return Operation.WAIT_UNTIL;
    }
}
