/**
 * Mutants made by a machine from class files: the operators, the places they are drawn from, and the changed classes.
 */
package org.jshmem.mutation.bytecode;
