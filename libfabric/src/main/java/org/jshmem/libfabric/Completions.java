package org.jshmem.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Room for entries of a {@link CompletionQueue} that was opened with {@link Fi#CQ_FORMAT_MSG}; for one thread at a
 * time. Its memory lives as long as it is reachable.
 */
public final class Completions {
    private final MemorySegment memory;
    private final int count;

    /**
     * Room for some entries.
     *
     * @param count how many
     */
    public Completions(int count) {
        this.count = count;
        this.memory = Arena.ofAuto().allocate(count * DataOffsets.CQ_MSG_ENTRY_BYTES, Long.BYTES);
    }

    /**
     * Takes entries from a queue; see {@link CompletionQueue#read}.
     *
     * @param queue whose
     * @return how many, or a negative error
     */
    public int read(CompletionQueue queue) {
        return (int) queue.read(memory.address(), count);
    }

    /**
     * The context of an operation that completed.
     *
     * @param index of the entry
     * @return as it was given to the operation
     */
    public long context(int index) {
        return memory.get(JAVA_LONG, index * DataOffsets.CQ_MSG_ENTRY_BYTES + DataOffsets.CQ_MSG_ENTRY_OP_CONTEXT);
    }

    /**
     * What kind of operation completed.
     *
     * @param index of the entry
     * @return flags as {@link Fi#RECV}
     */
    public long flags(int index) {
        return memory.get(JAVA_LONG, index * DataOffsets.CQ_MSG_ENTRY_BYTES + DataOffsets.CQ_MSG_ENTRY_FLAGS);
    }

    /**
     * How much was received.
     *
     * @param index of the entry
     * @return bytes
     */
    public long bytes(int index) {
        return memory.get(JAVA_LONG, index * DataOffsets.CQ_MSG_ENTRY_BYTES + DataOffsets.CQ_MSG_ENTRY_LEN);
    }
}
