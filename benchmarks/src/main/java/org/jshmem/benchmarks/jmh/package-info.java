/** JMH benchmarks of a job of one PE: what the library itself costs, without a peer. Run by {@code bin/bench jmh}. */
package org.jshmem.benchmarks.jmh;
