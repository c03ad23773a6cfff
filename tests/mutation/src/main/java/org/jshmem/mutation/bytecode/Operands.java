package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;

/** What an instruction takes from the stack. */
final class Operands {
    private Operands() {}

    /** Those of a call or a store, the deepest first. */
    static List<TypeKind> of(CodeElement element) {
        return switch (element) {
            case InvokeInstruction call -> ofCall(call);
            case FieldInstruction field -> ofField(field);
            case ArrayStoreInstruction store -> List.of(TypeKind.REFERENCE, TypeKind.INT, store.typeKind());
            default -> throw new IllegalArgumentException(element + " is no call and no store");
        };
    }

    private static List<TypeKind> ofCall(InvokeInstruction call) {
        final List<TypeKind> kinds = new ArrayList<>();
        if (call.opcode() != Opcode.INVOKESTATIC) {
            kinds.add(TypeKind.REFERENCE);
        }
        for (ClassDesc parameter : call.typeSymbol().parameterList()) {
            kinds.add(TypeKind.from(parameter));
        }
        return kinds;
    }

    private static List<TypeKind> ofField(FieldInstruction field) {
        final TypeKind value = TypeKind.from(field.typeSymbol());
        return field.opcode() == Opcode.PUTSTATIC ? List.of(value) : List.of(TypeKind.REFERENCE, value);
    }

    /** Drops them. */
    static void pop(CodeBuilder builder, List<TypeKind> kinds) {
        kinds.reversed().forEach(kind -> pop(builder, kind));
    }

    static void pop(CodeBuilder builder, TypeKind kind) {
        if (kind.slotSize() == 2) {
            builder.pop2();
        } else {
            builder.pop();
        }
    }

    /** Moves them to new variables, whose slots it returns. */
    static int[] store(CodeBuilder builder, List<TypeKind> kinds) {
        final int[] slots = new int[kinds.size()];
        for (int i = slots.length - 1; i >= 0; i--) {
            slots[i] = builder.allocateLocal(kinds.get(i));
            builder.storeLocal(kinds.get(i), slots[i]);
        }
        return slots;
    }

    static void load(CodeBuilder builder, List<TypeKind> kinds, int[] slots) {
        for (int i = 0; i < slots.length; i++) {
            builder.loadLocal(kinds.get(i), slots[i]);
        }
    }
}
