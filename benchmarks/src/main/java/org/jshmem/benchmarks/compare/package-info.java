/**
 * Java beside C: runs the benchmark of this module and the program of {@code src/main/c} in turn, and prints the ratio
 * of each operation next to the machine's own limit. Started by {@code bin/compare}.
 *
 * <p>{@link org.jshmem.benchmarks.compare.Rounds} runs, {@link org.jshmem.benchmarks.compare.Comparer} pairs the
 * results into {@link org.jshmem.benchmarks.compare.Row}s, {@link org.jshmem.benchmarks.compare.Yardstick} says what
 * each should be, and {@link org.jshmem.benchmarks.compare.Report} writes.
 */
package org.jshmem.benchmarks.compare;
