package org.jshmem.benchmarks.scale;

/**
 * What a message and a cache line cost, in a LogGP-like model [1].
 *
 * <p>[1] A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman: LogGP, SPAA 1995.
 *
 * @param latencyNs from the sender's to the receiver's network interface
 * @param overheadNs of a CPU, to send a message and to receive one
 * @param bytesPerNs that an interface sends
 * @param lineNs a CPU reads a cache line that another CPU has written
 * @param jitterNs messages take up to so much longer, at random; those of a pair of PEs stay in order
 */
public record NetworkModel(double latencyNs, double overheadNs, double bytesPerNs, double lineNs, double jitterNs) {}
