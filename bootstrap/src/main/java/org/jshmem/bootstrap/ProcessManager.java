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

    /** A text that the launcher has told all PEs on this node of this job, and no other process. */
    abstract String job();

    /** The PEs that the launcher has placed on this node, this one included, in order; not collective. */
    abstract int[] neighbours();

    /** By PE, the node on which the launcher has placed it, as a number without further meaning; collective. */
    abstract int[] nodes();

    /** Publishes a value; other PEs can read it after the next {@link #fence}. */
    abstract void put(String key, byte[] value);

    /** Waits until all PEs have called it; collective. */
    abstract void fence();

    /** The value that a PE has put under a key before the last fence. */
    abstract byte[] get(int pe, String key);

    /** Asks the launcher to end all PEs; returns without waiting for the effect. Any thread may call. */
    abstract void abort(int status, String message);

    /** Reports that this process ends in good order; no other method may be called afterwards. */
    abstract void finish();

    /** Describes the protocol and the connection in a few words. */
    abstract String describe();
}
