package org.jshmem.launcher;

/**
 * Why a job ended before all of its PEs had done so well.
 *
 * @param status exit status of the job
 * @param message what to tell the user, or null when they asked for this end themselves
 */
record EndReason(int status, String message) {}
