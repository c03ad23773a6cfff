package org.jshmem.libfabric;

import com.sun.jna.Pointer;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jshmem.heap.Memory;
import org.jshmem.libfabric.struct.FiCqErrEntry;
import org.jshmem.schedules.Steps;

/** Stands in for the library's class of this name. */
public final class CompletionQueue extends Fid {
    /** The error is 0 if there was none. */
    private record Entry(long context, long flags, long bytes, int error) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** What every read returns, negative; 0 for none. */
    private int broken;

    /** Every read fails from now on. */
    public void breakDown(int error) {
        broken = error;
    }

    void add(long context, long flags, long bytes) {
        entries.add(new Entry(context, flags, bytes, 0));
    }

    void addError(long context, int error) {
        entries.add(new Entry(context, 0, 0, error));
    }

    /** Reads some of the entries, or all. */
    public long read(long buffer, long count) {
        Steps.step();
        if (isClosed()) {
            throw new IllegalStateException("the queue is closed");
        }
        if (broken != 0) {
            return -broken;
        }
        if (entries.isEmpty()) {
            return -Fi.EAGAIN;
        }
        if (entries.element().error != 0) {
            return -Fi.EAVAIL;
        }
        final int most = 1 + Steps.choose((int) Math.min(count, entries.size()));
        int read = 0;
        while (read < most && entries.element().error == 0) {
            final Entry entry = entries.remove();
            final long place = buffer + read++ * DataOffsets.CQ_MSG_ENTRY_BYTES;
            Memory.ALL.set(ValueLayout.JAVA_LONG, place + DataOffsets.CQ_MSG_ENTRY_OP_CONTEXT, entry.context);
            Memory.ALL.set(ValueLayout.JAVA_LONG, place + DataOffsets.CQ_MSG_ENTRY_FLAGS, entry.flags);
            Memory.ALL.set(ValueLayout.JAVA_LONG, place + DataOffsets.CQ_MSG_ENTRY_LEN, entry.bytes);
        }
        return read;
    }

    /** Takes the error that is next. */
    public FiCqErrEntry readError() {
        final Entry entry = entries.remove();
        final FiCqErrEntry error = new FiCqErrEntry();
        error.op_context = new Pointer(entry.context);
        error.err = entry.error;
        return error;
    }

    public String describe(FiCqErrEntry entry) {
        return "simulated error " + entry.err;
    }
}
