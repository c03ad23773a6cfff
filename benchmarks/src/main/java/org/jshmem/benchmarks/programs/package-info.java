/** Whole programs, written as users write them; twins of those in {@code src/main/c/programs}. */
package org.jshmem.benchmarks.programs;
