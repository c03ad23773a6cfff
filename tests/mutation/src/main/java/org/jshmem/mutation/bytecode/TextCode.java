package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Finds code that only makes text: arguments of exceptions, and lines that concatenate strings, format or log; and the
 * constants of enums.
 */
final class TextCode {
    private static final Pattern THROWABLE = Pattern.compile(".*(Exception|Error|Throwable)");
    private static final Pattern TEXT_OWNER =
            Pattern.compile("java/(lang/StringBuilder|util/StringJoiner|util/Formatter|lang/System\\$Logger"
                    + "|io/PrintStream|io/PrintWriter)");
    private static final Pattern TEXT_METHOD = Pattern.compile("format(ted)?|getMessage|describe\\w*");

    private TextCode() {}

    static BitSet of(MethodCode code) {
        final BitSet text = ofExceptions(code);
        final BitSet lines = new BitSet();
        for (int i = 0; i < code.size(); i++) {
            if (isText(code.get(i))) {
                lines.set(code.line(i));
            }
        }
        for (int i = 0; i < code.size(); i++) {
            if (lines.get(code.line(i)) || isOfAnEnum(code, i)) {
                text.set(i);
            }
        }
        return text;
    }

    /** Whether it is the ordinal in {@code new TheEnum("NAME", ordinal)}, or the store of a constant of an enum. */
    private static boolean isOfAnEnum(MethodCode code, int index) {
        return code.method().methodName().equalsString("<clinit>")
                && code.method()
                        .parent()
                        .map(owner -> owner.flags().has(AccessFlag.ENUM))
                        .orElse(false)
                && (isOrdinal(code, index)
                        || code.get(index) instanceof FieldInstruction field
                                && (field.typeSymbol().equals(field.owner().asSymbol())
                                        || field.name().stringValue().startsWith("$")));
    }

    private static boolean isOrdinal(MethodCode code, int index) {
        final int name = code.instructionBefore(index);
        final int made = code.instructionBefore(code.instructionBefore(name));
        return made >= 0
                && code.get(index) instanceof ConstantInstruction
                && code.get(name) instanceof ConstantInstruction
                && code.get(made) instanceof NewObjectInstruction;
    }

    static boolean isThrowable(String name) {
        return THROWABLE.matcher(name).matches();
    }

    /** From each {@code new} of an exception to the call of its constructor. */
    private static BitSet ofExceptions(MethodCode code) {
        final BitSet text = new BitSet();
        final Deque<String> open = new ArrayDeque<>();
        int begin = 0;
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i) instanceof NewObjectInstruction made
                    && isThrowable(made.className().asInternalName())) {
                begin = open.isEmpty() ? i : begin;
                open.push(made.className().asInternalName());
            } else if (code.get(i) instanceof InvokeInstruction call
                    && call.name().equalsString("<init>")
                    && call.owner().asInternalName().equals(open.peek())) {
                open.pop();
                if (open.isEmpty()) {
                    text.set(begin, i + 1);
                }
            }
        }
        return text;
    }

    private static boolean isText(CodeElement element) {
        return switch (element) {
            case InvokeDynamicInstruction made -> made.name().stringValue().startsWith("makeConcat");
            case InvokeInstruction call ->
                TEXT_OWNER.matcher(call.owner().asInternalName()).matches()
                        || TEXT_METHOD.matcher(call.name().stringValue()).matches();
            default -> false;
        };
    }
}
