package org.jshmem.mutation.bytecode;

import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.List;

/** Skips the body of a {@code catch}, or that of a {@code finally} on the way of an exception. */
final class HandlerSkipped implements Operator {
    private static final String NAME = "handler-skipped";

    /** The release of a monitor is close to the beginning of its handler. */
    private static final int MONITOR_DISTANCE = 8;

    @Override
    public List<Edit> edits(MethodCode code, int index) {
        if (!(code.get(index) instanceof Instruction)) {
            return List.of();
        }
        for (int at = code.instructionBefore(index) + 1; at < index; at++) {
            final ExceptionCatch caught = code.isTarget(at) ? caughtAt(code, at) : null;
            if (caught != null) {
                return caught.catchType().isPresent() ? ofCatch(code, at, index) : ofFinally(code, index);
            }
        }
        return List.of();
    }

    private static ExceptionCatch caughtAt(MethodCode code, int target) {
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i) instanceof ExceptionCatch caught && code.position(caught.handler()) == target) {
                return caught;
            }
        }
        return null;
    }

    /** Possible if the block before ends with a jump to where both go on. */
    private static List<Edit> ofCatch(MethodCode code, int target, int index) {
        final int before = code.instructionBefore(target);
        if (before < 0 || !MethodCode.isGoto(code.get(before))) {
            return List.of();
        }
        final Label end = ((BranchInstruction) code.get(before)).target();
        return code.position(end) < index || isEmpty(code, index, end)
                ? List.of()
                : List.of(Edit.of(
                        NAME,
                        "the catch does nothing",
                        index,
                        (builder, element) -> builder.pop().goto_(end).with(element)));
    }

    private static boolean isEmpty(MethodCode code, int index, Label end) {
        final int next = code.instructionFrom(index + 1);
        return (code.get(index) instanceof StoreInstruction || code.get(index) instanceof StackInstruction)
                && (next > code.position(end)
                        || code.get(next) instanceof BranchInstruction branch
                                && MethodCode.isGoto(branch)
                                && branch.target().equals(end));
    }

    /**
     * The exception is thrown again after its store, as javac lets the handler cover that store. A handler that
     * releases the monitor of a {@code synchronized} block stays.
     */
    private static List<Edit> ofFinally(MethodCode code, int index) {
        if (!(code.get(index) instanceof StoreInstruction store)) {
            return List.of();
        }
        for (int at = index; at < Math.min(code.size(), index + MONITOR_DISTANCE); at++) {
            if (code.get(at) instanceof MonitorInstruction) {
                return List.of();
            }
        }
        return List.of(Edit.of(
                NAME,
                "the exception leaves without the finally",
                code.instructionFrom(index + 1),
                (builder, element) -> builder.aload(store.slot()).athrow().with(element)));
    }
}
