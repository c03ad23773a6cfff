package org.jshmem.launcher;

/**
 * Connections to the control socket that are not of this job's PEs: how many, and the first of them. Any process of the
 * machine can make any number. Any thread may call.
 */
final class TurnedAway {
    /** Programs that a PE starts inherit from it the way to the socket. */
    static final String REMEDY =
            "; if a PE has started it, set SHMEM_BOOTSTRAP=single for it, and it is a job of its own";

    private long count;
    private String first;

    /** @param who the process, and why it was turned away */
    synchronized void add(String who) {
        count++;
        if (first == null) {
            first = who;
        }
    }

    /** One line about all of them; null when there were none. */
    synchronized String describe() {
        if (count == 0) {
            return null;
        }
        return count == 1
                ? "turned away a connection to the control socket: " + first
                : "turned away " + count + " connections to the control socket, the first: " + first;
    }
}
