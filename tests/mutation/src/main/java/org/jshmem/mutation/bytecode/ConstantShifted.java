package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.List;

/**
 * Adds 1 to an integer constant or an increment, or subtracts 1; negates a boolean constant. Leaves out a constant that
 * is stored in a variable which no instruction reads: the compiler has put the constant where the variable is used.
 */
final class ConstantShifted implements Operator {
    private static final String NAME = "constant-shifted";

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        final CodeElement element = code.get(index);
        if (element instanceof IncrementInstruction increment) {
            return List.of(increment(increment, index, 1), increment(increment, index, -1));
        }
        if (!(element instanceof ConstantInstruction constant)
                || code.get(code.instructionFrom(index + 1)) instanceof StoreInstruction store
                        && !code.isLoaded(store.slot())) {
            return List.of();
        }
        if (constant.constantValue() instanceof Integer value) {
            return (value == 0 || value == 1) && code.leavesBoolean(index)
                    ? List.of(integer(value, 1 - value, index))
                    : List.of(integer(value, value + 1, index), integer(value, value - 1, index));
        }
        return constant.constantValue() instanceof Long value
                ? List.of(longer(value, value + 1, index), longer(value, value - 1, index))
                : List.of();
    }

    private static Edit increment(IncrementInstruction increment, int index, int shift) {
        final int by = increment.constant() + shift;
        return Edit.of(
                NAME,
                "an increment by " + increment.constant() + " becomes " + by,
                index,
                (builder, element) -> builder.iinc(increment.slot(), by));
    }

    private static Edit integer(int from, int to, int index) {
        return Edit.of(NAME, from + " becomes " + to, index, (builder, element) -> builder.loadConstant(to));
    }

    private static Edit longer(long from, long to, int index) {
        return Edit.of(NAME, from + "L becomes " + to + "L", index, (builder, element) -> builder.loadConstant(to));
    }
}
