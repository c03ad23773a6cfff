package org.jshmem.trace;

/** What a slice of a track is. */
enum Category {
    /** A put, get, atomic operation, signal, fence or quiet. */
    OPERATION,
    /** A wait for a variable, or a row of tests until one succeeds. */
    WAIT,
    /** A collective, including those that make teams. */
    COLLECTIVE,
    /** A lock. */
    LOCK,
    /** A send or receive. */
    MESSAGE,
    /** A call of a flow or a distributed array, or a wait in one. */
    FLOW,
    /** An allocation or free. */
    MEMORY,
    /** A pause of the JVM, or its compiler. */
    JVM
}
