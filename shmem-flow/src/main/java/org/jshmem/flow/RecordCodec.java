package org.jshmem.flow;

/**
 * Writes records to memory, and reads them. The library makes one for each record class that a {@link Flow} carries;
 * programs do not need it.
 *
 * @param <R> the record class
 */
public interface RecordCodec<R> {
    /**
     * Writes a record.
     *
     * @param address where to
     * @param value the record
     */
    void write(long address, R value);

    /**
     * Reads a record.
     *
     * @param address where from
     * @return a record with the components that were written
     */
    R read(long address);

    /**
     * The name that tools show for the records.
     *
     * @return a few words; unless this says otherwise, the name of the class in which the codec is
     */
    default String recordName() {
        return getClass().getEnclosingClass().getSimpleName();
    }
}
