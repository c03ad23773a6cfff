package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.regex.Pattern;

/** Drops a call without a result, and a wake-up with one, whose result is then 0. */
final class CallDropped implements Operator {
    private static final Pattern FENCE = Pattern.compile("(full|release|acquire|load|store)\\w*Fence");
    private static final Pattern WAKE_UP = Pattern.compile("wake\\w*|notify(All)?|unpark\\w*|signal(All)?");

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof InvokeInstruction call) || call.name().equalsString("<init>")) {
            return List.of();
        }
        final String name = call.name().stringValue();
        final TypeKind result = TypeKind.from(call.typeSymbol().returnType());
        final boolean isWakeUp = WAKE_UP.matcher(name).matches();
        if (result != TypeKind.VOID && (!isWakeUp || result == TypeKind.REFERENCE)) {
            return List.of();
        }
        return List.of(Edit.of(
                isWakeUp ? "wake-up-dropped" : FENCE.matcher(name).matches() ? "fence-dropped" : "call-dropped",
                "no call of " + call.owner().asSymbol().displayName() + "." + name,
                index,
                (builder, element) -> {
                    Operands.pop(builder, Operands.of(call));
                    zero(builder, result);
                }));
    }

    /** Pushes the zero of a kind of value, or nothing for a call without a result. */
    static void zero(CodeBuilder builder, TypeKind kind) {
        switch (kind.asLoadable()) {
            case INT -> builder.iconst_0();
            case LONG -> builder.lconst_0();
            case FLOAT -> builder.fconst_0();
            case DOUBLE -> builder.dconst_0();
            case REFERENCE -> builder.aconst_null();
            default -> {}
        }
    }
}
