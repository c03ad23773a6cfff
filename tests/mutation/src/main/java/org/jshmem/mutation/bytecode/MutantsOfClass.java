package org.jshmem.mutation.bytecode;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The possible mutants of one class, by the line of its source. */
final class MutantsOfClass {
    private final String module;
    private final ClassModel model;
    private final boolean isGenerated;
    private final String source;
    private final Map<String, List<GeneratedMutant>> lines;

    /** By the code of a line of a generated source, the method that counts for all that have it. */
    private final Map<String, String> counted = new HashMap<>();

    private final Map<String, Integer> numbers = new HashMap<>();

    private MutantsOfClass(
            String module, ClassModel model, boolean isGenerated, Map<String, List<GeneratedMutant>> lines) {
        this.module = module;
        this.model = model;
        this.isGenerated = isGenerated;
        this.lines = lines;
        final String name = model.thisClass().asInternalName();
        source = name.substring(0, name.lastIndexOf('/') + 1)
                + model.findAttribute(Attributes.sourceFile())
                        .map(file -> file.sourceFile().stringValue())
                        .orElse(name);
    }

    /** Adds them to the lists of their lines. */
    static void add(String module, byte[] bytes, boolean isGenerated, Map<String, List<GeneratedMutant>> lines) {
        new MutantsOfClass(module, ClassFile.of().parse(bytes), isGenerated, lines).addAll();
    }

    private void addAll() {
        final List<MethodModel> methods = new ArrayList<>(CountedMethods.of(model));
        if (isGenerated) {
            methods.sort(Comparator.comparing(method -> !isForLong(method)));
        }
        methods.forEach(this::addMethod);
    }

    /** The master's element type may be any; the kit runs all cases of {@code long}. */
    private static boolean isForLong(MethodModel method) {
        final String id = ClassMutator.id(method);
        return id.contains("Long") || id.contains("[J");
    }

    private void addMethod(MethodModel method) {
        final MethodCode code = new MethodCode(method, method.code().orElseThrow());
        final BitSet text = TextCode.of(code);
        final Map<Integer, List<Integer>> ofLines = new TreeMap<>();
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i) instanceof Instruction && code.line(i) > 0) {
                ofLines.computeIfAbsent(code.line(i), any -> new ArrayList<>()).add(i);
            }
        }
        ofLines.forEach((line, indices) -> {
            if (!isGenerated || isFirst(code, indices)) {
                indices.stream().filter(index -> !text.get(index)).forEach(index -> addElement(code, index));
            }
        });
    }

    private boolean isFirst(MethodCode code, List<Integer> indices) {
        final String name = code.method().methodName().stringValue();
        final StringBuilder key = new StringBuilder(CanonicalCode.name(name.replaceAll("\\$\\d+$", "")));
        for (int index : indices) {
            key.append(' ').append(CanonicalCode.of((Instruction) code.get(index)));
        }
        final String id = ClassMutator.id(code.method());
        return counted.computeIfAbsent(key.toString(), any -> id).equals(id);
    }

    private void addElement(MethodCode code, int index) {
        final List<Edit> edits = ClassMutator.edits(code, index);
        for (int choice = 0; choice < edits.size(); choice++) {
            final Edit edit = edits.get(choice);
            final String method = code.method().methodName().stringValue();
            final String place = model.thisClass().asInternalName().replace('/', '.') + "." + method + ":"
                    + code.line(index) + ":" + edit.operator();
            lines.computeIfAbsent("%s:%06d".formatted(source, code.line(index)), any -> new ArrayList<>())
                    .add(new GeneratedMutant(
                            place + ":" + numbers.merge(place, 1, Integer::sum),
                            module,
                            model.thisClass().asInternalName(),
                            ClassMutator.id(code.method()),
                            code.line(index),
                            edit.operator(),
                            edit.what(),
                            index,
                            choice));
        }
    }
}
