package org.jshmem.mutation.bytecode;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Moves a store to a field, an array or shared memory behind the next one, if no jump lies between.
 *
 * <p>Not where a JVM may do that itself: two plain stores with nothing between them that could see the first one. An
 * object in its constructor is seen by those to whom it is passed.
 */
final class StoreDelayed implements Operator {
    private static final String NAME = "store-delayed";
    private static final Pattern STORE = Pattern.compile("(put|set|store)([0-9A-Z]\\w*)?");

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        final CodeElement store = code.get(index);
        final int next = isStore(store) ? nextStore(code, index) : -1;
        if (next < 0 || isOfNewArray(code, index, next) || isAllowed(code, index, next)) {
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

    /**
     * Whether both store elements of an array in its initialiser. No other code sees the array before it is complete.
     */
    private static boolean isOfNewArray(MethodCode code, int index, int next) {
        return code.get(index) instanceof ArrayStoreInstruction
                && code.get(next) instanceof ArrayStoreInstruction
                && code.get(code.instructionFrom(index + 1)) instanceof StackInstruction kept
                && kept.opcode() == Opcode.DUP;
    }

    /**
     * Whether a JVM may do that itself, as both are plain stores to fields of this class, and nothing between them
     * could see the first one.
     */
    private static boolean isAllowed(MethodCode code, int index, int next) {
        if (!(code.get(index) instanceof FieldInstruction first)
                || !(code.get(next) instanceof FieldInstruction second)
                || !code.hasPlain(first)
                || !code.hasPlain(second)
                || first.name().equals(second.name())) {
            return false;
        }
        int passed = second.opcode() == Opcode.PUTFIELD ? -1 : 0; // how often this object is
        for (int at = index + 1; at < next; at++) {
            final boolean isSeen = switch (code.get(at)) {
                case FieldInstruction field -> field.name().equals(first.name());
                case InvokeInstruction call -> !code.isInitialiser() || code.isOwn(call);
                case InvokeDynamicInstruction call -> !code.isInitialiser();
                default -> false;
            };
            if (isSeen) {
                return false;
            }
            if (code.get(at) instanceof LoadInstruction load && load.opcode() == Opcode.ALOAD_0) {
                passed++;
            }
        }
        return code.method().flags().has(AccessFlag.STATIC) || passed <= 0;
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
