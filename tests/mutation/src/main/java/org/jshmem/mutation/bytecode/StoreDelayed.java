package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Moves a store to a field, an array or shared memory behind the next one, if no jump lies between. */
final class StoreDelayed implements Operator {
    private static final String NAME = "store-delayed";
    private static final Pattern STORE = Pattern.compile("(put|set|store)([0-9A-Z]\\w*)?");

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        final CodeElement store = code.get(index);
        final int next = isStore(store) ? nextStore(code, index) : -1;
        if (next < 0) {
            return List.of();
        }
        final List<TypeKind> kinds = Operands.of(store);
        final int[][] slots = new int[1][];
        return List.of(new Edit(
                NAME,
                "comes after the store of line " + code.line(next),
                Map.of(
                        index,
                        (builder, element) -> slots[0] = Operands.store(builder, kinds),
                        next,
                        (builder, element) -> {
                            builder.with(element);
                            Operands.load(builder, kinds, slots[0]);
                            builder.with(store);
                        })));
    }

    /** -1 if a jump comes first. */
    private static int nextStore(MethodCode code, int index) {
        for (int at = index + 1; at < code.size() && !code.isJump(at) && !code.isTarget(at); at++) {
            if (isStore(code.get(at))) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isStore(CodeElement element) {
        return switch (element) {
            case FieldInstruction field -> field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
            case ArrayStoreInstruction store -> true;
            case InvokeInstruction call ->
                call.typeSymbol().returnType().equals(ConstantDescs.CD_void)
                        && STORE.matcher(call.name().stringValue()).matches();
            default -> false;
        };
    }
}
