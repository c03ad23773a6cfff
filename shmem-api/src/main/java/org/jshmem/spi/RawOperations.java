package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;

/**
 * Operations of contexts and teams for modules above the API. They take offsets and addresses, and check nothing. An
 * offset is {@link Allocation#offset} of a symmetric block, or of a shared block of another node, plus bytes from its
 * start.
 */
public final class RawOperations {
    private RawOperations() {}

    /**
     * Copies to a PE; the source may be read until the context's quiet.
     *
     * @param context the context
     * @param destOffset where to
     * @param sourceAddress an address of this process
     * @param bytes how many, at least 1
     * @param pe the target, by its number in the context's team
     */
    public static void putNbi(ShmemContext context, long destOffset, long sourceAddress, long bytes, int pe) {
        ((ContextKernel) context).copyToNbi(destOffset, sourceAddress, bytes, pe);
    }

    /**
     * Sets a word of a PE after all earlier operations of this context to that PE have been delivered.
     *
     * @param context the context
     * @param offset of an aligned word of 8 bytes
     * @param value what to set it to
     * @param pe the target, by its number in the context's team
     */
    public static void signal(ShmemContext context, long offset, long value, int pe) {
        ((ContextKernel) context).signal(offset, value, SignalOp.SET, pe);
    }

    /**
     * Whether a PE of a team waits for this PE; see {@link TeamKernel#isMissed}.
     *
     * @param team the team
     * @return false if that cannot be told
     */
    public static boolean isMissed(ShmemTeam team) {
        return ((TeamKernel) team).isMissed();
    }
}
