package org.jshmem.trace;

import java.util.List;

/**
 * What a job did over time. All times are nanoseconds since the beginning of the trace, on the clock of the node of PE
 * 0.
 *
 * @param program what was run
 * @param durationNs from the beginning to the last thing that is known
 * @param pes the PEs, by their numbers
 * @param tracks the threads of the PEs, by PE
 * @param arrows what ended which wait
 * @param counters numbers that were sampled
 */
record Timeline(
        String program, long durationNs, List<Pe> pes, List<Track> tracks, List<Arrow> arrows, List<Counter> counters) {
    /**
     * A PE.
     *
     * @param number in the job
     * @param node the name of its host
     * @param pid its process
     * @param clockErrorNs how far its times may be wrong against those of PE 0; 0 on the node of PE 0
     * @param dropped how many of its oldest events were overwritten
     * @param isComplete whether it has ended its trace itself; false if it was killed
     */
    record Pe(int number, String node, long pid, long clockErrorNs, long dropped, boolean isComplete) {}

    /**
     * A thread of a PE.
     *
     * @param pe the PE's number
     * @param name the thread's name
     * @param slices what it did, ordered by begin; of two slices, either they do not overlap or one contains the other
     */
    record Track(int pe, String name, Slices slices) {}

    /**
     * What ended a wait: from an operation of one PE to the wait, test, receive, lock or collective of another one.
     *
     * @param what the kind of the operation, such as {@code put}
     * @param fromTrack the number of the track in the list
     * @param fromNs when the operation ended, or about when
     * @param toTrack the number of the track of the wait
     * @param toNs when the wait ended
     */
    record Arrow(String what, int fromTrack, long fromNs, int toTrack, long toNs) {}

    /**
     * Samples of a number of a PE.
     *
     * @param pe the PE's number
     * @param name such as {@code to and from PE 1}
     * @param unit {@code bytes}, {@code bytes/s}, {@code 1/s} or {@code CPUs}
     * @param times of the samples, ascending
     * @param values one for each time
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Counter(int pe, String name, String unit, long[] times, double[] values) {}
}
