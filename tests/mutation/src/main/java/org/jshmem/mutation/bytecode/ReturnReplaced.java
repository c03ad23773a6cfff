package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.List;

/** Returns 0, 1, null or the negated boolean in place of the value. */
final class ReturnReplaced implements Operator {
    private static final String NAME = "return-replaced";

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof ReturnInstruction end) || end.typeKind() == TypeKind.VOID) {
            return List.of();
        }
        if (code.method().methodTypeSymbol().returnType().equals(ConstantDescs.CD_boolean)) {
            return List.of(Edit.of(NAME, "returns the opposite", index, (builder, element) -> {
                builder.iconst_1().ixor();
                builder.with(end);
            }));
        }
        final List<Edit> edits = new ArrayList<>();
        final boolean isReference = end.typeKind() == TypeKind.REFERENCE;
        if (!isConstant(code, index, 0)) {
            edits.add(replaced(end, index, isReference ? "returns null" : "returns 0", false));
        }
        if (!isReference && !isConstant(code, index, 1)) {
            edits.add(replaced(end, index, "returns 1", true));
        }
        return edits;
    }

    /** Whether the value is that constant, or null for 0, already. */
    private static boolean isConstant(MethodCode code, int index, int value) {
        final int before = code.instructionBefore(index);
        final CodeElement element = before < 0 ? code.get(index) : code.get(before);
        return element instanceof ConstantInstruction constant
                && (constant.opcode() == Opcode.ACONST_NULL
                        ? value == 0
                        : constant.constantValue() instanceof Number number && number.doubleValue() == value);
    }

    private static Edit replaced(ReturnInstruction end, int index, String what, boolean isOne) {
        return Edit.of(NAME, what, index, (builder, element) -> {
            Operands.pop(builder, end.typeKind());
            if (isOne) {
                one(builder, end.typeKind());
            } else {
                CallDropped.zero(builder, end.typeKind());
            }
            builder.with(end);
        });
    }

    private static void one(CodeBuilder builder, TypeKind kind) {
        switch (kind) {
            case LONG -> builder.lconst_1();
            case FLOAT -> builder.fconst_1();
            case DOUBLE -> builder.dconst_1();
            default -> builder.iconst_1();
        }
    }
}
