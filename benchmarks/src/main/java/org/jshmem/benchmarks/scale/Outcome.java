package org.jshmem.benchmarks.scale;

/**
 * What one step of a simulation took.
 *
 * @param step what it was
 * @param pes PEs
 * @param nodes nodes
 * @param rounds rounds of messages
 * @param messages that the busiest leader sent
 * @param bytes that the busiest leader sent
 * @param ns from the arrival of the last PE until the last one left
 */
record Outcome(Step step, int pes, int nodes, int rounds, long messages, long bytes, double ns) {}
