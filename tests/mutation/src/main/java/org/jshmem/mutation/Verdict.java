package org.jshmem.mutation;

/**
 * What became of a mutant.
 *
 * @param name of it
 * @param outcome whether somebody saw it
 * @param by which case of the kit, or which tests; empty if nobody
 * @param seconds until then
 * @param said what they said; empty if it was judged earlier
 */
record Verdict(String name, Outcome outcome, String by, long seconds, String said) {
    enum Outcome {
        /** Something was wrong, and a check said so. */
        CAUGHT,
        /** Only that a job hung or took too long. */
        TIMED_OUT,
        SURVIVED
    }

    /** That of a mutant that nobody has seen yet. */
    static Verdict unseen(String name) {
        return new Verdict(name, Outcome.SURVIVED, "", 0, "");
    }
}
