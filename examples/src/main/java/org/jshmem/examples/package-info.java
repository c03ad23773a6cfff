/**
 * OpenSHMEM programs ported from C: short, complete, and checking their own results, so that they can be copied. Each
 * names its original; {@code docs/porting.md} explains the rule that turns one into the other.
 *
 * <p>{@code bin/shmemrun -np 4 hello} runs one by its name in {@code META-INF/jshmem/examples.properties}. A failed
 * check is an exception, which ends the job with an exit status other than 0.
 */
package org.jshmem.examples;
