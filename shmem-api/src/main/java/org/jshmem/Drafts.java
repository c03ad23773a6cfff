package org.jshmem;

/**
 * Open proposals for the version of the specification after 1.6. They may change with the proposals, and a proposal
 * that becomes part of the specification moves to {@link Shmem} and {@link ShmemContext}.
 *
 * <p>The thread rules are those of the context.
 */
public final class Drafts {
    /**
     * An option of {@link ShmemContext#sessionStart(long)}: all atomics of the session are one operation on one type
     * (proposal: specification pull request 513, SHMEM_CTX_SESSION_SAME_AMO). It is a hint, of which JSHMEM makes no
     * use yet.
     */
    public static final long CTX_SESSION_SAME_AMO = 1 << 8;

    private Drafts() {}

    /**
     * Orders deliveries to one PE (proposal: specification pull request 315, shmem_pe_fence): what a context has
     * delivered there before by puts, puts with signals, signals and atomics, non-blocking ones too, precedes what it
     * delivers there afterwards. Operations to other PEs are not ordered. A fence for a PE of the same node does not
     * wait for the network.
     *
     * @param context a context
     * @param pe a PE of its team
     * @throws IllegalArgumentException if the team has no such PE
     * @throws IllegalStateException if the context has been destroyed
     */
    public static void peFence(ShmemContext context, int pe) {
        requireContext(context);
        final int pes = context.getTeam().nPes();
        if (pe < 0 || pe >= pes) {
            throw new IllegalArgumentException(
                    "pe=" + pe + " must be 0 to " + (pes - 1) + ", the PEs of the context's team");
        }
        context.orderTo(pe);
    }

    /**
     * Waits until the sources of the non-blocking puts and puts with signals of a context may be changed (proposal:
     * specification pull request 497, shmem_ctx_local_complete). It need not wait until the data have been delivered,
     * which only quiet does, and it orders nothing.
     *
     * @param context a context
     * @throws IllegalStateException if the context has been destroyed
     */
    public static void localComplete(ShmemContext context) {
        requireContext(context);
        context.completeSources();
    }

    private static void requireContext(ShmemContext context) {
        if (context == null) {
            throw new NullPointerException("context=null; pass a context, such as Shmem.CTX_DEFAULT");
        }
    }
}
