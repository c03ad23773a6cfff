package org.jshmem.mutation.bytecode;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Computes with int what the code computes with long. */
final class LongNarrowed implements Operator {
    private static final String NAME = "long-narrowed";
    private static final Set<Opcode> OPERATIONS = EnumSet.of(Opcode.LADD, Opcode.LSUB, Opcode.LMUL, Opcode.LSHL);

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        return code.get(index) instanceof OperatorInstruction operation && OPERATIONS.contains(operation.opcode())
                ? List.of(Edit.of(
                        NAME,
                        "the result of " + operation.opcode() + " is cut to an int",
                        index,
                        (builder, element) -> builder.with(element).l2i().i2l()))
                : List.of();
    }
}
