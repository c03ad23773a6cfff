package org.jshmem.mutation.bytecode;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Jumps exactly when the code does not. */
final class ConditionNegated implements Operator {
    private static final String NAME = "condition-negated";
    private static final Map<Opcode, Opcode> OPPOSITE = new EnumMap<>(Opcode.class);

    static {
        pair(Opcode.IFEQ, Opcode.IFNE);
        pair(Opcode.IFLT, Opcode.IFGE);
        pair(Opcode.IFGT, Opcode.IFLE);
        pair(Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE);
        pair(Opcode.IF_ICMPLT, Opcode.IF_ICMPGE);
        pair(Opcode.IF_ICMPGT, Opcode.IF_ICMPLE);
        pair(Opcode.IF_ACMPEQ, Opcode.IF_ACMPNE);
        pair(Opcode.IFNULL, Opcode.IFNONNULL);
    }

    private static void pair(Opcode one, Opcode other) {
        OPPOSITE.put(one, other);
        OPPOSITE.put(other, one);
    }

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof BranchInstruction branch)) {
            return List.of();
        }
        final Opcode opposite = OPPOSITE.get(branch.opcode());
        return opposite == null
                ? List.of()
                : List.of(Edit.of(
                        NAME,
                        branch.opcode() + " becomes " + opposite,
                        index,
                        (builder, element) -> builder.with(BranchInstruction.of(opposite, branch.target()))));
    }
}
