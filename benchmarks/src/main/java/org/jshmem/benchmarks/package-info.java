/**
 * How fast the library is: a benchmark program for several PEs, its comparison with Open MPI's OSHMEM, and JMH
 * benchmarks of one PE.
 *
 * <p><em>Use:</em> {@code bin/bench} and {@code bin/compare}. <em>Works:</em> {@link org.jshmem.benchmarks.Harness}
 * times {@link org.jshmem.benchmarks.Operation}s; {@code src/main/c} holds the same operations in C, loop for loop.
 * <em>Hack on:</em> add an operation to one of the {@code …Loops} classes and to its twin in C under the same name.
 */
package org.jshmem.benchmarks;
