package org.jshmem.mutation.bytecode;

import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.List;

/** Goes on where a condition would lead to a {@code throw}. */
final class ThrowSkipped implements Operator {
    private static final String NAME = "throw-skipped";

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof ThrowInstruction)) {
            return List.of();
        }
        int at = index - 1;
        while (at >= 0 && !code.isJump(at)) {
            at--;
        }
        if (at < 0
                || MethodCode.isGoto(code.get(at))
                || !(code.get(at) instanceof BranchInstruction branch)
                || code.position(branch.target()) < index) {
            return List.of();
        }
        final int first = code.instructionFrom(at + 1);
        return hasTarget(code, first, index)
                ? List.of()
                : List.of(Edit.of(
                        NAME,
                        "goes on in place of the throw",
                        first,
                        (builder, element) -> builder.goto_(branch.target()).with(element)));
    }

    /** A handler or another way to the throw. */
    private static boolean hasTarget(MethodCode code, int from, int to) {
        for (int at = from; at < to; at++) {
            if (code.isTarget(at)) {
                return true;
            }
        }
        return false;
    }
}
