package org.jshmem.threads.job;

/**
 * Where the PEs of a team meet, and each learns what the others bring.
 *
 * <p>Each meeting has an array of its own. The last PE puts a new one in its place and wakes the others, which return
 * the old one; so PEs may meet again at once. All that a PE did before a meeting happens-before what any does after it.
 */
public final class Gather {
    private final int size;
    private Object[] brought;
    private int arrived;

    /** @param size how many meet */
    public Gather(int size) {
        this.size = size;
        brought = new Object[size];
    }

    /**
     * Waits until all have come.
     *
     * @param index who this is, from 0
     * @param mine what it brings, perhaps null
     * @return what all have brought, by their indices
     */
    public synchronized Object[] all(int index, Object mine) {
        final Object[] meeting = brought;
        meeting[index] = mine;
        arrived++;
        if (arrived == size) {
            arrived = 0;
            brought = new Object[size];
            notifyAll();
        } else {
            awaitEndOf(meeting);
        }
        return meeting;
    }

    /** An interrupt is kept for later: a PE that leaves would leave the others waiting. */
    private synchronized void awaitEndOf(Object[] meeting) {
        boolean interrupted = false;
        while (brought == meeting) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
