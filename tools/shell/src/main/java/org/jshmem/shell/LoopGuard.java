package org.jshmem.shell;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashSet;
import java.util.Set;

/** Has compiled snippets call {@link Interruption#check} when a method begins and before each branch backwards. */
final class LoopGuard implements CodeTransform {
    private static final ClassDesc INTERRUPTION = ClassDesc.of(Interruption.class.getName());

    private final Set<Label> passed = new HashSet<>();

    private LoopGuard() {}

    /** The class with the checks; the same bytes if they cannot be added. */
    static byte[] weave(byte[] bytes) {
        final ClassFile file = ClassFile.of();
        try {
            return file.transformClass(
                    file.parse(bytes),
                    ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(LoopGuard::new)));
        } catch (IllegalArgumentException e) { // the stack maps need a class that only the PEs have
            return bytes;
        }
    }

    @Override
    public void atStart(CodeBuilder builder) {
        check(builder);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof LabelTarget target) {
            passed.add(target.label());
        } else if (element instanceof BranchInstruction branch && passed.contains(branch.target())) {
            check(builder);
        }
        builder.with(element);
    }

    private static void check(CodeBuilder builder) {
        builder.invokestatic(INTERRUPTION, "check", ConstantDescs.MTD_void);
    }
}
