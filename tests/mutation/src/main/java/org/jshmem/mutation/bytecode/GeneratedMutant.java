package org.jshmem.mutation.bytecode;

/**
 * A mutant made by a machine: one possible change of a class file.
 *
 * @param name class, method, line, operator and a number, which no other mutant of the build has
 * @param module the directory of its module, from the project's root
 * @param className the internal name of the class
 * @param method name and descriptor
 * @param line in the source, which may be generated
 * @param operator the kind of change
 * @param what the change, for a reader
 * @param index of the element of the method's code where the change is found
 * @param choice among the changes that are possible there
 */
public record GeneratedMutant(
        String name,
        String module,
        String className,
        String method,
        int line,
        String operator,
        String what,
        int index,
        int choice) {}
