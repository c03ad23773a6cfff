/**
 * Litmus tests: short programs of two to four PEs over two or three words, and outcomes that the memory model forbids.
 * The sentences they show are those of {@code docs/memory-model.md}.
 *
 * <p>{@link Litmus} plays such a program many thousand times between real PEs that race, counts the outcomes and fails
 * on a forbidden one. Most tests have a control: the same program with two operations exchanged that the model keeps in
 * order. The control has to show the forbidden outcome, or else the test could not have seen it.
 */
package org.jshmem.tck.litmus;
