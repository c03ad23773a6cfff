package org.jshmem.internal.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Which segments' memory is there for as long as a transfer uses its address. Where a heap is not mapped, addresses go
 * to the kernel or to the network, and nothing would keep another thread from closing the segment's arena meanwhile:
 * the memory may then have been given to somebody else. Nor can either handle a mapped file that was truncated.
 *
 * <p>The kind of a segment's arena is known by the class of its scope; one of an unknown kind does not last.
 */
public final class SegmentLifetime {
    private static final Class<?> GLOBAL = Arena.global().scope().getClass();
    private static final Class<?> AUTOMATIC = Arena.ofAuto().scope().getClass();
    private static final Class<?> CONFINED = confined();

    private SegmentLifetime() {}

    private static Class<?> confined() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.scope().getClass();
        }
    }

    /**
     * Whether memory lasts for a call of a thread that may use the segment, if the segment is reachable for so long: a
     * confined arena is closed by this thread only, the garbage collector's by nobody.
     */
    public static boolean forACall(MemorySegment segment) {
        final Class<?> kind = segment.scope().getClass();
        return isPlain(segment) && (kind == GLOBAL || kind == AUTOMATIC || kind == CONFINED);
    }

    /** Whether memory lasts until the process ends. */
    public static boolean forEver(MemorySegment segment) {
        return isPlain(segment) && segment.scope().getClass() == GLOBAL;
    }

    private static boolean isPlain(MemorySegment segment) {
        return segment.isNative() && !segment.isMapped();
    }
}
