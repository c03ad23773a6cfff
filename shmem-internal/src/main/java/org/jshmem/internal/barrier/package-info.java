/**
 * Barriers of teams: on a node and across nodes, with their payloads, votes and checks, and what an exception leaves.
 */
package org.jshmem.internal.barrier;
