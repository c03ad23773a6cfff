/**
 * Counts calls, bytes and time by operation and PE. Chosen by {@code SHMEM_TOOL=profile}; at the last shutdown PE 0
 * prints a summary and draws the communication matrix.
 */
package org.jshmem.profiler;
