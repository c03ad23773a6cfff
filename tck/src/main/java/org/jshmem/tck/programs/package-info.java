/**
 * Random programs against a model: {@link org.jshmem.tck.programs.Generator} draws programs that are legal by
 * construction, each PE runs its part, and after each phase compares all of its memory with
 * {@link org.jshmem.tck.programs.Model}.
 */
package org.jshmem.tck.programs;
