package org.jshmem;

/**
 * Which threads of a PE may call the library (spec: Thread Support). Each level allows everything that the levels
 * before it allow.
 */
public enum ThreadLevel {
    /** The PE has one thread. */
    SINGLE,
    /** Only the thread that called init may call the library. */
    FUNNELED,
    /** Any thread may call the library, one at a time. */
    SERIALIZED,
    /** Any thread may call the library at any time. */
    MULTIPLE
}
