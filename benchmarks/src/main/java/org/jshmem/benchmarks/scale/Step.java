package org.jshmem.benchmarks.scale;

/** What all PEs do in one barrier of a simulation. */
enum Step {
    /** They synchronize. */
    BARRIER,
    /** One PE votes against. */
    VOTE,
    /** One PE calls something else. */
    MISMATCH,
    /** One PE brings a payload that all get. */
    BROADCAST,
    /** Each brings a number, and all get the sum. */
    REDUCE,
    /** Each brings a number, and gets the sum of those before it. */
    SCAN,
    /** Each brings a number, and all get all of them. */
    GATHER
}
