package org.jshmem.internal.waiting;

/**
 * How the threads of a PE wait: for how long they spin, and who is told when they wait for too long.
 *
 * @param spins looks before the first yield
 * @param watch who is told; null for nobody
 * @param progress what they do for others meanwhile; null for nothing
 */
public record WaitPolicy(int spins, HangWatch watch, Progress progress) {
    /** Looks, of some tens of nanoseconds each, where there are CPUs for all: about 50 µs. */
    private static final int SPINS = 2000;

    /** Looks that poll the network, each some hundreds of nanoseconds: a round trip or two. */
    private static final int POLLS = 50;

    /** Looks where there are not. */
    private static final int CROWDED_SPINS = 20;

    /**
     * Waits forever.
     *
     * @param crowded whether there are more threads than CPUs
     * @return the policy
     */
    public static WaitPolicy endless(boolean crowded) {
        return of(crowded, null);
    }

    /**
     * Waits until a hang is reported.
     *
     * @param crowded whether there are more threads than CPUs
     * @param watch who is told; null for nobody
     * @return the policy
     */
    public static WaitPolicy of(boolean crowded, HangWatch watch) {
        return new WaitPolicy(crowded ? CROWDED_SPINS : SPINS, watch, null);
    }

    /**
     * Whether there are more threads than CPUs.
     *
     * @return what it was made with
     */
    public boolean isCrowded() {
        return spins <= CROWDED_SPINS;
    }

    /**
     * The same with hardly any spinning, for a wait that needs another thread to be woken.
     *
     * @return the policy
     */
    public WaitPolicy crowded() {
        return new WaitPolicy(CROWDED_SPINS, watch, progress);
    }

    /**
     * The same while making progress; with fewer looks, since each of them is a poll.
     *
     * @param network what moves only if somebody polls it; null for nothing
     * @return the policy
     */
    public WaitPolicy with(Progress network) {
        if (network == null) {
            return this;
        }
        return new WaitPolicy(isCrowded() ? 1 : POLLS, watch, network);
    }
}
