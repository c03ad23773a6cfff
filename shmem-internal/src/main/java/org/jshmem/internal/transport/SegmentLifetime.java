package org.jshmem.internal.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Tells whether the memory of a segment stays valid while a transfer uses its address. If the target heap is not
 * mapped, the kernel or the network uses that address, and nothing would keep another thread from closing the arena of
 * the segment in the meantime; the memory might then have another use. Neither the kernel nor the network can handle a
 * mapped file that has been truncated.
 *
 * <p>The kind of an arena follows from the class of the segment's scope. The memory of an arena of an unknown kind
 * counts as short-lived.
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
     * Whether the memory lasts for one call of a thread that may access the segment, if the segment stays reachable:
     * only this thread can close a confined arena, and no thread an automatic one.
     */
    public static boolean lastsForACall(MemorySegment segment) {
        final Class<?> kind = segment.scope().getClass();
        return isPlain(segment) && (kind == GLOBAL || kind == AUTOMATIC || kind == CONFINED);
    }

    /** Whether the memory lasts until the process ends. */
    public static boolean lastsForEver(MemorySegment segment) {
        return isPlain(segment) && segment.scope().getClass() == GLOBAL;
    }

    private static boolean isPlain(MemorySegment segment) {
        return segment.isNative() && !segment.isMapped();
    }
}
