package org.jshmem.mutation.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes classes with mutants; stack maps are computed again. */
public final class ClassMutator {
    private final ProductClasses classes;
    private final ClassFile classFile;

    /**
     * Writes classes that others refer to.
     *
     * @param classes with those that they refer to
     */
    public ClassMutator(ProductClasses classes) {
        this.classes = classes;
        classFile = ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes.loader())
                        .orElse(ClassHierarchyResolver.defaultResolver())
                        .cached()));
    }

    /**
     * Writes a class.
     *
     * @param name its internal name
     * @param mutants of the class, in different methods; none for the class as it is, but written in the same way
     * @return the class file
     * @throws IllegalArgumentException if there is no such class file
     */
    public byte[] mutated(String name, List<GeneratedMutant> mutants) {
        return classFile.transformClass(
                classFile.parse(classes.bytes(name)), (builder, element) -> transform(builder, element, mutants));
    }

    private static void transform(ClassBuilder builder, ClassElement element, List<GeneratedMutant> mutants) {
        if (!(element instanceof MethodModel method)) {
            builder.with(element);
            return;
        }
        final List<GeneratedMutant> ofMethod = mutants.stream()
                .filter(mutant -> mutant.method().equals(id(method)))
                .toList();
        builder.transformMethod(method, (to, part) -> {
            if (part instanceof CodeModel code) {
                final Map<Integer, Rewrite> rewrites = rewrites(new MethodCode(method, code), ofMethod);
                to.transformCode(code, CodeTransform.ofStateful(() -> new Rewriting(rewrites)));
            } else {
                to.with(part);
            }
        });
    }

    /** Name and descriptor. */
    static String id(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    private static Map<Integer, Rewrite> rewrites(MethodCode code, List<GeneratedMutant> mutants) {
        final Map<Integer, Rewrite> rewrites = new HashMap<>();
        for (GeneratedMutant mutant : mutants) {
            rewrites.putAll(edits(code, mutant.index()).get(mutant.choice()).rewrites());
        }
        return rewrites;
    }

    /** All changes that are possible at an element. */
    static List<Edit> edits(MethodCode code, int index) {
        return Operator.all().stream()
                .flatMap(operator -> operator.edits(code, index).stream())
                .toList();
    }

    /**
     * Asks the verifier of the class-file API.
     *
     * @param mutated a class file
     * @return whether a JVM would accept it
     */
    public boolean verifies(byte[] mutated) {
        return classFile.verify(mutated).isEmpty();
    }

    /** Counts elements; the API may run it more than once for a method, each time from the first. */
    private static final class Rewriting implements CodeTransform {
        private final Map<Integer, Rewrite> rewrites;
        private int index;

        Rewriting(Map<Integer, Rewrite> rewrites) {
            this.rewrites = rewrites;
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            final Rewrite rewrite = rewrites.get(index++);
            if (element instanceof LocalVariable || element instanceof LocalVariableType) {
                return; // for debuggers; a variable of skipped code would make the class file invalid
            }
            if (rewrite == null) {
                builder.with(element);
            } else {
                rewrite.write(builder, element);
            }
        }
    }
}
