/**
 * Aggregation: streams of small records to handlers on other PEs. An extension of OpenSHMEM.
 *
 * <p>An operation on a few bytes of a PE of another node costs as much as a message. Programs that consist of such
 * operations, such as histograms, index gathers and graph searches, are faster by orders of magnitude if many small
 * records travel together. A {@link org.jshmem.flow.Flow} collects records for each PE, sends them in large messages,
 * and calls a handler for each record on the PE that it was sent to. On a node, records go through shared memory.
 */
package org.jshmem.flow;
