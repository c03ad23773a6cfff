package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;

/** Exchanges two neighbouring arguments of the same type. */
final class ArgumentsExchanged implements Operator {
    private static final String NAME = "arguments-exchanged";

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof InvokeInstruction call)) {
            return List.of();
        }
        final List<Edit> edits = new ArrayList<>();
        final List<ClassDesc> types = call.typeSymbol().parameterList();
        for (int first = 0; first + 1 < types.size(); first++) {
            if (types.get(first).equals(types.get(first + 1))) {
                edits.add(exchanged(call, index, first, types));
            }
        }
        return edits;
    }

    private static Edit exchanged(InvokeInstruction call, int index, int first, List<ClassDesc> types) {
        final List<TypeKind> kinds =
                types.subList(first, types.size()).stream().map(TypeKind::from).toList();
        return Edit.of(
                NAME,
                "arguments " + (first + 1) + " and " + (first + 2) + " of "
                        + call.name().stringValue(),
                index,
                (builder, element) -> exchange(builder, kinds, call));
    }

    private static void exchange(CodeBuilder builder, List<TypeKind> kinds, InvokeInstruction call) {
        final int[] slots = Operands.store(builder, kinds);
        final int second = slots[1];
        slots[1] = slots[0];
        slots[0] = second;
        Operands.load(builder, kinds, slots);
        builder.with(call);
    }
}
