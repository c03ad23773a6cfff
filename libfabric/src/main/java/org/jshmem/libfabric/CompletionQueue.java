package org.jshmem.libfabric;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.foreign.MemorySegment;
import org.jshmem.libfabric.ffm.Calls;
import org.jshmem.libfabric.struct.FiCqErrEntry;

/** A queue of completions; see {@code fi_cq(3)}. */
public final class CompletionQueue extends Fid {
    private static final int TEXT_BYTES = 256;

    /** The function {@code fi_cq_read}. */
    private final MemorySegment read;

    CompletionQueue(Libfabric library, Pointer fid) {
        super(library, fid);
        this.read = entry(Offsets.CQ_OPS, Offsets.OPS_CQ_READ);
    }

    /**
     * Reads and removes entries. With manual progress, also makes progress.
     *
     * @param buffer address of the memory for the entries, in the format with which the queue was opened
     * @param count the number of entries that fit
     * @return the number of entries, or a negative error: −{@link Fi#EAGAIN} if there is none, −{@link Fi#EAVAIL} if
     *     {@link #readError()} has an entry
     */
    public long read(long buffer, long count) {
        return Calls.call(read, address(), buffer, count, 0, 0, 0, 0, 0);
    }

    /**
     * Reads and removes the entry of a failed operation; see {@code fi_cq_readerr(3)}.
     *
     * @return null if there is none
     */
    public FiCqErrEntry readError() {
        final FiCqErrEntry entry = new FiCqErrEntry();
        entry.write();
        final int result =
                invoke("fi_cq_readerr", ops(Offsets.CQ_OPS), Offsets.OPS_CQ_READERR, pointer(), entry.getPointer(), 0L);
        if (result == -Fi.EAGAIN) {
            return null;
        }
        library.check("fi_cq_readerr", result);
        entry.read();
        return entry;
    }

    /**
     * Describes why an operation failed, in the text of the library and of the provider.
     *
     * @param entry from {@link #readError()}
     * @return one line
     */
    public String describe(FiCqErrEntry entry) {
        final String common = library.strerror(entry.err);
        final Pointer ops = ops(Offsets.CQ_OPS);
        if (entry.prov_errno == 0 || !has(ops, Offsets.OPS_CQ_STRERROR)) {
            return common;
        }
        try (Memory buffer = new Memory(TEXT_BYTES)) {
            buffer.clear();
            final Pointer text = Function.getFunction(ops.getPointer(Offsets.OPS_CQ_STRERROR))
                    .invokePointer(
                            new Object[] {pointer(), entry.prov_errno, entry.err_data, buffer, (long) TEXT_BYTES});
            return text == null ? common : common + ": " + text.getString(0);
        }
    }
}
