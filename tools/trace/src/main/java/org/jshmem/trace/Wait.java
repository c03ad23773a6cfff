package org.jshmem.trace;

/**
 * A wait that another PE has ended.
 *
 * @param track the track of the wait
 * @param slice the number of its slice
 * @param arrow what has ended it
 * @param ns how long the wait was due to that: until the arrow's begin
 */
record Wait(int track, int slice, Timeline.Arrow arrow, long ns) {}
