package org.jshmem.bootstrap;

/**
 * What a foreign launcher offers to the processes it starts: who they are, and keys and values that travel among them.
 * Used by one thread at a time, except {@link #abort}.
 *
 * <p>A key is put once. A value may have any length.
 */
abstract class ProcessManager {
    /** For implementers. */
    ProcessManager() {}

    /** This PE's number. */
    abstract int pe();

    /** The number of PEs. */
    abstract int nPes();

    /** What it has told all processes of this node's part of the job, and nobody else. */
    abstract String job();

    /** The PEs that it has placed on this node, this one included, in order; not collective. */
    abstract int[] neighbours();

    /** The node of each PE as the launcher placed it: numbers that have no other meaning; collective. */
    abstract int[] nodes();

    /** Publishes a value; the others see it after the next {@link #fence}. */
    abstract void put(String key, byte[] value);

    /** Waits until all PEs have called it; collective. */
    abstract void fence();

    /** What a PE has put under that key before the last fence. */
    abstract byte[] get(int pe, String key);

    /** Asks for the end of all PEs; returns whether or not that has an effect yet. Any thread may call. */
    abstract void abort(int status, String message);

    /** Tells that this process ends in good order; nothing else may be called after that. */
    abstract void finish();

    /** Its protocol and the way to it, in a few words. */
    abstract String describe();
}
