/** Simulates the barriers of jobs of many nodes, by the runtime's own classes over a virtual network. */
package org.jshmem.benchmarks.scale;
