package org.jshmem.libfabric;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jshmem.heap.Memory;
import org.jshmem.libfabric.struct.FiCqErrEntry;
import org.jshmem.schedules.Steps;

/** Stands in for the library's class of this name; no operation fails. */
@SuppressWarnings("DoNotCallSuggester") // what is never asked here
public final class CompletionQueue extends Fid {
    private record Entry(long context, long flags, long bytes) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    void add(long context, long flags, long bytes) {
        entries.add(new Entry(context, flags, bytes));
    }

    /** Reads some of the entries, or all. */
    public long read(long buffer, long count) {
        Steps.step();
        if (isClosed()) {
            throw new IllegalStateException("the queue is closed");
        }
        if (entries.isEmpty()) {
            return -Fi.EAGAIN;
        }
        final int read = 1 + Steps.choose((int) Math.min(count, entries.size()));
        for (int i = 0; i < read; i++) {
            final Entry entry = entries.remove();
            final long place = buffer + i * DataOffsets.CQ_MSG_ENTRY_BYTES;
            Memory.ALL.set(ValueLayout.JAVA_LONG, place + DataOffsets.CQ_MSG_ENTRY_OP_CONTEXT, entry.context);
            Memory.ALL.set(ValueLayout.JAVA_LONG, place + DataOffsets.CQ_MSG_ENTRY_FLAGS, entry.flags);
            Memory.ALL.set(ValueLayout.JAVA_LONG, place + DataOffsets.CQ_MSG_ENTRY_LEN, entry.bytes);
        }
        return read;
    }

    public FiCqErrEntry readError() {
        throw new UnsupportedOperationException();
    }

    public String describe(FiCqErrEntry entry) {
        throw new UnsupportedOperationException();
    }
}
