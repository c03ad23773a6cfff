package org.jshmem.internal.waiting;

/**
 * How the threads of a PE wait: how long they spin, and who reports a wait that is too long.
 *
 * @param spins checks of the condition before the first yield
 * @param watch told of each nap; null for no hang reports
 * @param progress polled at each check; null for none
 * @param background of the barriers of non-blocking collectives; null for all other waits
 */
public record WaitPolicy(int spins, HangWatch watch, Progress progress, BackgroundWait background) {
    /** Checks of about 25 ns each, with a CPU for each PE: about 50 µs. */
    private static final int SPINS = 2000;

    /** Checks that poll the network, each some hundreds of nanoseconds: one or two round trips. */
    private static final int POLLS = 50;

    /** Checks on a node with more PEs than CPUs. */
    private static final int CROWDED_SPINS = 20;

    /**
     * A policy without hang reports.
     *
     * @param crowded whether there are more PEs than CPUs
     * @return the policy
     */
    public static WaitPolicy endless(boolean crowded) {
        return of(crowded, null);
    }

    /**
     * A policy with hang reports.
     *
     * @param crowded whether there are more PEs than CPUs
     * @param watch told of each nap; null for no hang reports
     * @return the policy
     */
    public static WaitPolicy of(boolean crowded, HangWatch watch) {
        return new WaitPolicy(crowded ? CROWDED_SPINS : SPINS, watch, null, null);
    }

    /**
     * Whether there are more PEs than CPUs.
     *
     * @return as given when the policy was made, or true for {@link #crowded}
     */
    public boolean isCrowded() {
        return spins <= CROWDED_SPINS;
    }

    /**
     * This policy with hardly any spinning, for a wait that ends only after another thread has been woken.
     *
     * @return the policy
     */
    public WaitPolicy crowded() {
        return new WaitPolicy(CROWDED_SPINS, watch, progress, background);
    }

    /**
     * This policy with polling of the network; has fewer checks, because each of them is a poll.
     *
     * @param network polled at each check; null for none
     * @return the policy
     */
    public WaitPolicy with(Progress network) {
        if (network == null) {
            return this;
        }
        return new WaitPolicy(isCrowded() ? 1 : POLLS, watch, network, background);
    }

    /**
     * This policy for the barriers of non-blocking collectives.
     *
     * @param own that of the team
     * @return the policy
     */
    public WaitPolicy with(BackgroundWait own) {
        return new WaitPolicy(spins, watch, progress, own);
    }
}
