package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;

/** Writes what takes the place of one element of a method's code. */
@FunctionalInterface
interface Rewrite {
    void write(CodeBuilder builder, CodeElement element);
}
