package org.jshmem.mutation.bytecode;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.util.List;

/** Moves the boundary of a comparison by one: {@code <} becomes {@code <=}. */
final class BoundaryMoved implements Operator {
    private static final String NAME = "boundary-moved";

    private static Opcode moved(Opcode opcode) {
        return switch (opcode) {
            case IFLT -> Opcode.IFLE;
            case IFLE -> Opcode.IFLT;
            case IFGT -> Opcode.IFGE;
            case IFGE -> Opcode.IFGT;
            case IF_ICMPLT -> Opcode.IF_ICMPLE;
            case IF_ICMPLE -> Opcode.IF_ICMPLT;
            case IF_ICMPGT -> Opcode.IF_ICMPGE;
            case IF_ICMPGE -> Opcode.IF_ICMPGT;
            default -> opcode;
        };
    }

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof BranchInstruction branch) || moved(branch.opcode()) == branch.opcode()) {
            return List.of();
        }
        final Opcode moved = moved(branch.opcode());
        return List.of(Edit.of(
                NAME,
                branch.opcode() + " becomes " + moved,
                index,
                (builder, element) -> builder.with(BranchInstruction.of(moved, branch.target()))));
    }
}
