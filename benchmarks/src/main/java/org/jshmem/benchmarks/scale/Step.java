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
    /** Each brings a number, and all get all of them. */
    GATHER
}
