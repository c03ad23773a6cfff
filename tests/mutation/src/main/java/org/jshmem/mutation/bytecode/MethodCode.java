package org.jshmem.mutation.bytecode;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The code of one method as a list of elements, with the line of each and the targets of jumps. */
final class MethodCode {
    private final MethodModel method;
    private final List<CodeElement> elements;
    private final int[] lines;
    private final Map<Label, Integer> positions = new HashMap<>();
    private final Set<Label> targets = new HashSet<>();

    MethodCode(MethodModel method, CodeModel code) {
        this.method = method;
        elements = code.elementList();
        lines = new int[elements.size()];
        int line = 0;
        for (int i = 0; i < lines.length; i++) {
            final CodeElement element = elements.get(i);
            if (element instanceof LineNumber number) {
                line = number.line();
            } else if (element instanceof LabelTarget bound) {
                positions.put(bound.label(), i);
            }
            lines[i] = line;
            addTargets(element);
        }
    }

    private void addTargets(CodeElement element) {
        switch (element) {
            case BranchInstruction branch -> targets.add(branch.target());
            case ExceptionCatch handler -> targets.add(handler.handler());
            case TableSwitchInstruction table -> addCases(table.defaultTarget(), table.cases());
            case LookupSwitchInstruction lookup -> addCases(lookup.defaultTarget(), lookup.cases());
            default -> {}
        }
    }

    private void addCases(Label other, List<SwitchCase> cases) {
        targets.add(other);
        cases.forEach(one -> targets.add(one.target()));
    }

    MethodModel method() {
        return method;
    }

    int size() {
        return lines.length;
    }

    CodeElement get(int index) {
        return elements.get(index);
    }

    /** The line of the source; 0 if the class file does not have it. */
    int line(int index) {
        return lines[index];
    }

    /** Where a label is. */
    int position(Label label) {
        return positions.get(label);
    }

    /** Whether a jump, a switch or an exception may come here. */
    boolean isTarget(int index) {
        return elements.get(index) instanceof LabelTarget bound && targets.contains(bound.label());
    }

    /** The first instruction at or after an index; the number of elements if there is none. */
    int instructionFrom(int index) {
        int at = index;
        while (at < lines.length && !(elements.get(at) instanceof Instruction)) {
            at++;
        }
        return at;
    }

    /** The last instruction before an index; -1 if there is none. */
    int instructionBefore(int index) {
        int at = index - 1;
        while (at >= 0 && !(elements.get(at) instanceof Instruction)) {
            at--;
        }
        return at;
    }

    /** Whether code goes on elsewhere, always or sometimes. */
    boolean isJump(int index) {
        final CodeElement element = elements.get(index);
        return element instanceof BranchInstruction
                || element instanceof ReturnInstruction
                || element instanceof ThrowInstruction
                || element instanceof TableSwitchInstruction
                || element instanceof LookupSwitchInstruction;
    }

    /** Whether anything reads a local variable. */
    boolean isLoaded(int slot) {
        return elements.stream()
                .anyMatch(element -> element instanceof LoadInstruction load && load.slot() == slot
                        || element instanceof IncrementInstruction increment && increment.slot() == slot);
    }

    /** Whether a field is one of this class and not volatile. */
    boolean hasPlain(FieldInstruction field) {
        final ClassModel own = own();
        return field.owner().asSymbol().equals(own.thisClass().asSymbol())
                && own.fields().stream()
                        .anyMatch(
                                one -> one.fieldName().equalsString(field.name().stringValue())
                                        && !one.flags().has(AccessFlag.VOLATILE));
    }

    /** Whether a method of this class is called. */
    boolean isOwn(InvokeInstruction call) {
        return call.owner().asSymbol().equals(own().thisClass().asSymbol());
    }

    /** Whether it runs before anybody has the object or the class, unless it passes it on. */
    boolean isInitialiser() {
        return method.methodName().stringValue().startsWith("<");
    }

    private ClassModel own() {
        return method.parent().orElseThrow();
    }

    static boolean isGoto(CodeElement element) {
        return element instanceof BranchInstruction branch
                && (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W);
    }

    /** Whether the value that the instruction leaves on the stack is used next as a boolean, as far as can be seen. */
    boolean leavesBoolean(int index) {
        int next = instructionFrom(index + 1);
        if (next < lines.length && isGoto(elements.get(next))) {
            next = instructionFrom(position(((BranchInstruction) elements.get(next)).target()));
        }
        if (next >= lines.length) {
            return false;
        }
        return switch (elements.get(next)) {
            case ReturnInstruction any -> isBoolean(method.methodTypeSymbol().returnType());
            case FieldInstruction field -> isBoolean(field.typeSymbol());
            case InvokeInstruction call ->
                call.typeSymbol().parameterCount() > 0
                        && isBoolean(call.typeSymbol().parameterList().getLast());
            case StoreInstruction store -> isBooleanVariable(store.slot(), instructionFrom(next + 1));
            default -> false;
        };
    }

    private boolean isBooleanVariable(int slot, int index) {
        for (CodeElement element : elements) {
            if (element instanceof LocalVariable variable
                    && variable.slot() == slot
                    && isBoolean(variable.typeSymbol())
                    && position(variable.startScope()) <= index
                    && index <= position(variable.endScope())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBoolean(ClassDesc type) {
        return type.equals(ConstantDescs.CD_boolean);
    }
}
