package org.jshmem.mutation.bytecode;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * The code of a line without its element type and size, so that lines that a master has once and the build repeats are
 * equal.
 */
final class CanonicalCode {
    private static final Pattern TYPE =
            Pattern.compile("(?i:byte|short|int|long|float|double)(?=[sA-Z_]|$)|8|16|32|64|128|[mM]em(?=[A-Z]|$)");

    private CanonicalCode() {}

    /** A name in which types and sizes are the same. */
    static String name(String name) {
        return TYPE.matcher(name).replaceAll("#");
    }

    static String of(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> call(call);
            case FieldInstruction field -> name(field.name().stringValue());
            case ConstantInstruction constant -> String.valueOf(constant.constantValue());
            case LoadInstruction load -> "load";
            case StoreInstruction store -> "store";
            case ArrayLoadInstruction load -> "element";
            case ArrayStoreInstruction store -> "to element";
            case ReturnInstruction end -> "return";
            case ConvertInstruction conversion -> "";
            case OperatorInstruction operation -> operation.opcode().name().substring(1);
            default -> instruction.opcode().name();
        };
    }

    private static String call(InvokeInstruction call) {
        final StringJoiner text = new StringJoiner(",", name(call.name().stringValue()) + "(", ")");
        for (ClassDesc type : call.typeSymbol().parameterList()) {
            text.add(type(type));
        }
        return text.toString();
    }

    /** An array of elements may be symmetric, a Java array or a segment. */
    private static String type(ClassDesc type) {
        if (type.isPrimitive()) {
            return "#";
        }
        final String name = name(type.displayName());
        return type.isArray() || name.endsWith("#s") || name.equals("MemorySegment") ? "elements" : name;
    }
}
