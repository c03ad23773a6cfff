package org.jshmem.flow;

import java.lang.foreign.MemorySegment;

/**
 * Writes records to memory, and reads them. The library makes one for each record class that a {@link Flow} carries.
 *
 * @param <R> the record class
 */
public interface RecordCodec<R> {
    /**
     * Writes a record.
     *
     * @param memory where to
     * @param offset from where on, in bytes
     * @param value the record
     */
    void write(MemorySegment memory, long offset, R value);

    /**
     * Reads a record.
     *
     * @param memory where from
     * @param offset from where on, in bytes
     * @return a record with the components that were written
     */
    R read(MemorySegment memory, long offset);
}
