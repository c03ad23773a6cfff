package org.jshmem.internal.barrier;

import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.StackFrame;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode.Kind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jshmem.spi.CallSite;

/**
 * Tells whether an exception is unwinding the stack of the calling thread: whether the thread is in a {@code close()}
 * or {@code finally} because of it. C++ has {@code std::uncaught_exceptions} for this; Java has nothing.
 *
 * <p><b>Method.</b> A compiler writes the code at the end of a block once for each way out of the block. The copy for
 * exceptions ends with {@code athrow}; the other copies return or continue in the method. This class reads, for each
 * frame of the program, the bytecode after the call in progress. If in any frame every path leads forwards to
 * {@code athrow}, an exception is unwinding the stack. This holds for try with resources and {@code finally} of javac
 * and ECJ, and for Kotlin's {@code use}.
 *
 * <p><b>Limits.</b> A check takes milliseconds, the first one more, so it is for threads that wait anyway. The answer
 * is no if the bytecode cannot be read or has another form. It is a wrong yes in a method that always throws after the
 * call.
 */
public final class StackUnwinding {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Map<Class<?>, Optional<ClassModel>> classes = new HashMap<>();

    private StackUnwinding() {}

    /**
     * Whether an exception unwinds the stack of the calling thread, above the frames of the library.
     *
     * @return false if that cannot be told
     */
    public static boolean isInProgress() {
        try {
            final StackUnwinding look = new StackUnwinding();
            return STACK.walk(frames -> frames.anyMatch(look::isThrowing));
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            return false; // bytecode that cannot be read is no evidence
        }
    }

    private boolean isThrowing(StackFrame frame) {
        final Class<?> type = frame.getDeclaringClass();
        if (frame.isNativeMethod() || type.getClassLoader() == null || CallSite.isLibrary(type)) {
            return false;
        }
        return classes.computeIfAbsent(type, StackUnwinding::read)
                .flatMap(model -> code(model, frame.getMethodName(), frame.getDescriptor()))
                .map(code -> leadsToThrow(code, frame.getByteCodeIndex()))
                .orElse(false);
    }

    private static Optional<ClassModel> read(Class<?> type) {
        final String file = type.getName().substring(type.getPackageName().length() + 1 - isUnnamed(type)) + ".class";
        try (InputStream bytes = type.getResourceAsStream(file)) {
            return bytes == null
                    ? Optional.empty()
                    : Optional.of(ClassFile.of(
                                    ClassFile.DebugElementsOption.DROP_DEBUG,
                                    ClassFile.LineNumbersOption.DROP_LINE_NUMBERS)
                            .parse(bytes.readAllBytes()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int isUnnamed(Class<?> type) {
        return type.getPackageName().isEmpty() ? 1 : 0;
    }

    private static Optional<CodeAttribute> code(ClassModel type, String name, String descriptor) {
        for (MethodModel method : type.methods()) {
            if (method.methodName().equalsString(name) && method.methodType().equalsString(descriptor)) {
                return method.findAttribute(java.lang.classfile.Attributes.code());
            }
        }
        return Optional.empty();
    }

    /**
     * Whether all paths from a call lead to {@code athrow}. Only jumps forwards are followed, so that one pass over the
     * code is enough.
     *
     * @param code of a method
     * @param call the bytecode index of a call
     * @return false also where there is no call at that index
     */
    static boolean leadsToThrow(CodeAttribute code, int call) {
        final BitSet reached = new BitSet();
        int index = 0;
        for (CodeElement element : code) {
            if (!(element instanceof Instruction instruction)) {
                continue;
            }
            final int next = index + instruction.sizeInBytes();
            if (index == call) {
                if (instruction.opcode().kind() != Kind.INVOKE
                        && instruction.opcode().kind() != Kind.INVOKE_DYNAMIC) {
                    return false;
                }
                reached.set(next);
            } else if (reached.get(index) && !follow(code, instruction, index, next, reached)) {
                return false;
            }
            index = next;
        }
        return !reached.isEmpty();
    }

    /**
     * Marks the instructions that may follow this one; returns false if a path leads elsewhere than to {@code athrow}.
     */
    private static boolean follow(CodeAttribute code, Instruction instruction, int index, int next, BitSet reached) {
        return switch (instruction) {
            case ThrowInstruction _ -> true;
            case ReturnInstruction _ -> false;
            case BranchInstruction branch -> {
                if (!isGoto(branch)) {
                    reached.set(next);
                }
                yield jump(code, List.of(branch.target()), index, reached);
            }
            case TableSwitchInstruction choice ->
                jump(code, targets(choice.cases(), choice.defaultTarget()), index, reached);
            case LookupSwitchInstruction choice ->
                jump(code, targets(choice.cases(), choice.defaultTarget()), index, reached);
            default -> {
                reached.set(next);
                yield instruction.opcode().kind() != Kind.DISCONTINUED_JSR
                        && instruction.opcode().kind() != Kind.DISCONTINUED_RET;
            }
        };
    }

    private static boolean isGoto(BranchInstruction branch) {
        return switch (branch.opcode()) {
            case GOTO, GOTO_W -> true;
            default -> false;
        };
    }

    private static List<Label> targets(List<SwitchCase> cases, Label otherwise) {
        final List<Label> targets = new ArrayList<>();
        cases.forEach(one -> targets.add(one.target()));
        targets.add(otherwise);
        return targets;
    }

    /** Marks jump targets; returns false if a jump leads backwards. */
    private static boolean jump(CodeAttribute code, List<Label> targets, int from, BitSet reached) {
        for (Label target : targets) {
            final int to = code.labelToBci(target);
            if (to <= from) {
                return false;
            }
            reached.set(to);
        }
        return true;
    }
}
