package org.jshmem;

/** What threads of a PE may call the library; a later level allows all that an earlier one does. */
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
