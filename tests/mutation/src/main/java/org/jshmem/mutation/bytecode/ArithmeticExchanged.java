package org.jshmem.mutation.bytecode;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.List;

/** Exchanges + and -, * and /, the shifts, the bit operations. */
final class ArithmeticExchanged implements Operator {
    private static final String NAME = "arithmetic-exchanged";

    private static String exchanged(String operator) {
        return switch (operator) {
            case "ADD" -> "SUB";
            case "SUB" -> "ADD";
            case "MUL" -> "DIV";
            case "DIV", "REM" -> "MUL";
            case "SHL" -> "SHR";
            case "SHR", "USHR" -> "SHL";
            case "AND" -> "OR";
            case "OR", "XOR" -> "AND";
            default -> "";
        };
    }

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof OperatorInstruction operation)) {
            return List.of();
        }
        final String name = operation.opcode().name();
        final String other = exchanged(name.substring(1));
        if (other.isEmpty()) {
            return List.of();
        }
        final Opcode opcode = Opcode.valueOf(name.charAt(0) + other);
        return List.of(Edit.of(
                NAME,
                name + " becomes " + opcode,
                index,
                (builder, element) -> builder.with(OperatorInstruction.of(opcode))));
    }
}
