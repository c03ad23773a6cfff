package org.jshmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.jshmem.ShmemException;

/**
 * Handles the fault of a copy from or to a mapped file without memory at that place, for example after truncation. The
 * JVM records the fault and throws an {@link InternalError} at one of the thread's next safepoints, in any method. Each
 * copy is therefore followed by {@link #raise}, so that the error does not interrupt a transport in its work.
 */
public final class FileFault {
    private FileFault() {}

    /** Makes the JVM throw the error of a recorded fault here, by calling a native method (a cheap one). */
    public static void raise(MemorySegment segment) {
        if (segment.isMapped()) {
            Thread.holdsLock(segment);
        }
    }

    /**
     * The exception to throw in place of the error.
     *
     * @throws InternalError the error itself, if the segment is in the Java heap
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
