package org.jshmem.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Holds entries of a {@link CompletionQueue} that was opened with {@link Fi#CQ_FORMAT_MSG}. One thread at a time may
 * use it. Its memory is freed by the garbage collector.
 */
public final class Completions {
    private final MemorySegment memory;
    private final int count;

    /**
     * Allocates memory for entries.
     *
     * @param count the number of entries
     */
    public Completions(int count) {
        this.count = count;
        this.memory = Arena.ofAuto().allocate(count * DataOffsets.CQ_MSG_ENTRY_BYTES, Long.BYTES);
    }

    /**
     * Reads entries from a queue; see {@link CompletionQueue#read}.
     *
     * @param queue the queue
     * @return the number of entries, or a negative error
     */
    public int read(CompletionQueue queue) {
        return (int) queue.read(memory.address(), count);
    }

    /**
     * The context of a completed operation.
     *
     * @param index index of the entry
     * @return the context that was passed to the operation
     */
    public long context(int index) {
        return memory.get(JAVA_LONG, index * DataOffsets.CQ_MSG_ENTRY_BYTES + DataOffsets.CQ_MSG_ENTRY_OP_CONTEXT);
    }

    /**
     * The size of a received message.
     *
     * @param index index of the entry
     * @return bytes
     */
    public long bytes(int index) {
        return memory.get(JAVA_LONG, index * DataOffsets.CQ_MSG_ENTRY_BYTES + DataOffsets.CQ_MSG_ENTRY_LEN);
    }
}
