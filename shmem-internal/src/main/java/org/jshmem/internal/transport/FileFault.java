package org.jshmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.jshmem.ShmemException;

/**
 * Handles copies from or to a mapped file that was truncated. The JVM records the fault and throws an
 * {@link InternalError} at one of the thread's next safepoints, in whatever method the thread then executes. Each copy
 * is therefore followed by {@link #raise}, so that the error cannot interrupt a transport in the middle of its work.
 */
public final class FileFault {
    private FileFault() {}

    /** Has the error of a fault thrown here. Any call of a native method does that; this one is a cheap one. */
    public static void raise(MemorySegment segment) {
        if (segment.isMapped()) {
            Thread.holdsLock(segment);
        }
    }

    /**
     * The exception in place of the error.
     *
     * @throws InternalError if it is of another kind
     */
    public static ShmemException explain(String name, MemorySegment segment, InternalError error) {
        if (!segment.isNative()) {
            throw error;
        }
        return new ShmemException(
                name + " is a MemorySegment over a mapped file of which " + segment.byteSize()
                        + " bytes are no longer all there: the file was truncated after it was mapped, or its file"
                        + " system is full or failed; keep it as long as its segments are used. Some of the transfer"
                        + " may have been done",
                error);
    }
}
