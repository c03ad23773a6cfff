package org.jshmem.flow;

/**
 * Handles records of a {@link Flow}.
 *
 * @param <R> the type of records
 */
@FunctionalInterface
public interface FlowHandler<R> {
    /**
     * Handles a record.
     *
     * @param from the PE that has sent it, by its number in the team
     * @param value the record
     */
    void handle(int from, R value);
}
