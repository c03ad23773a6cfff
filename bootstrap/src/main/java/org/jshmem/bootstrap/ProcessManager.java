package org.jshmem.bootstrap;

/**
 * Gives access to a foreign launcher: the number of this PE, and keys and values that the PEs exchange. Used by one
 * thread at a time, except {@link #abort}.
 *
 * <p>A key is put only once. A value may have any length.
 */
abstract class ProcessManager {
    /** For implementers. */
    ProcessManager() {}

    /** This PE's number. */
    abstract int pe();

    /** The number of PEs. */
    abstract int nPes();

    /** Joins the PEs that are known to be there; called once, not collective. */
    abstract Membership join();

    /** By PE, the node on which the launcher has placed it, as a number without further meaning; collective. */
    abstract int[] nodes();

    /** Publishes a value; other PEs can read it after the next {@link #fence}. */
    abstract void put(String key, byte[] value);

    /** Waits until all PEs have called it; collective. */
    abstract void fence();

    /** Waits until all PEs have called it, and publishes nothing; collective. */
    void barrier() {
        fence();
    }

    /** The value that a PE has put under a key before the last fence. */
    abstract byte[] get(int pe, String key);

    /**
     * Reports that this PE has left the job in good order, and that its end from now on is no failure. It may come
     * back, by {@link #put} or {@link #fence}.
     */
    void leave() {}

    /**
     * Asks the launcher to end all PEs; returns without waiting for the effect. Any thread may call.
     *
     * @param status the job's exit status
     * @param reason what this PE has already said on its standard error, for launchers that have no common one
     */
    abstract void abort(int status, String reason);

    /** Reports that this process ends in good order; no other method may be called afterwards. */
    abstract void finish();

    /** Whether the launcher itself names a process that ends with a status other than 0. */
    boolean namesProcesses() {
        return false;
    }

    /** Describes the protocol and the connection in a few words. */
    abstract String describe();
}
