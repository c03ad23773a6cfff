package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Exchanges two neighbouring arguments of the same type, unless a method of the JDK takes them in any order. */
final class ArgumentsExchanged implements Operator {
    private static final String NAME = "arguments-exchanged";
    private static final Set<String> ARITHMETIC =
            Set.of("java/lang/Math", "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double");
    private static final Set<String> COMMUTATIVE =
            Set.of("min", "max", "sum", "addExact", "multiplyExact", "multiplyHigh", "unsignedMultiplyHigh");

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof InvokeInstruction call) || isCommutative(call)) {
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

    private static boolean isCommutative(InvokeInstruction call) {
        return ARITHMETIC.contains(call.owner().asInternalName())
                && COMMUTATIVE.contains(call.name().stringValue());
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
