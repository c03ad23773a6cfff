package org.jshmem.mutation.bytecode;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jshmem.mutation.probe.LineProbe;

/** Has product classes call {@link LineProbe#hit} at each line of each class. */
public final class LineProbes {
    private static final ClassDesc PROBE = LineProbe.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc HIT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    private final ProductClasses classes;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final SortedMap<String, String> checksums = new TreeMap<>();

    /**
     * Numbers all lines.
     *
     * @param classes of the product
     */
    public LineProbes(ProductClasses classes) {
        this.classes = classes;
        for (String name : classes.names()) {
            final CRC32 checksum = new CRC32();
            checksum.update(classes.bytes(name));
            checksums.put(name, Long.toHexString(checksum.getValue()));
            ClassFile.of().parse(classes.bytes(name)).methods().stream()
                    .flatMap(method -> method.code().stream())
                    .flatMap(code -> code.elementStream())
                    .forEach(element -> {
                        if (element instanceof LineNumber line) {
                            numbers.putIfAbsent(key(name, line.line()), numbers.size());
                        }
                    });
        }
    }

    private static String key(String name, int line) {
        return name + ":" + line;
    }

    /**
     * Lists the lines.
     *
     * @return class, colon and line, in the order of their numbers, from 0
     */
    public List<String> lines() {
        return List.copyOf(numbers.keySet());
    }

    /**
     * Finds the number of a line.
     *
     * @param line as {@link #lines} has it
     * @return its number; -1 if there is no such line
     */
    public int number(String line) {
        return numbers.getOrDefault(line, -1);
    }

    /**
     * Tells versions of classes apart.
     *
     * @return by internal name a checksum of the class file
     */
    public SortedMap<String, String> checksums() {
        return Collections.unmodifiableSortedMap(checksums);
    }

    /**
     * Finds the number of the line of a mutant.
     *
     * @param mutant of one of the classes
     * @return its number
     */
    public int number(GeneratedMutant mutant) {
        return number(key(mutant.className(), mutant.line()));
    }

    /**
     * Writes a class with probes.
     *
     * @param name its internal name
     * @return the class file
     */
    public byte[] probed(String name) {
        final ClassFile classFile = ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes.loader())
                        .orElse(ClassHierarchyResolver.defaultResolver())
                        .cached()));
        return classFile.transformClass(
                classFile.parse(classes.bytes(name)),
                ClassTransform.transformingMethodBodies((builder, element) -> write(builder, element, name)));
    }

    private void write(CodeBuilder builder, CodeElement element, String name) {
        if (element instanceof LocalVariable || element instanceof LocalVariableType) {
            return; // for debuggers
        }
        builder.with(element);
        if (element instanceof LineNumber line) {
            builder.loadConstant(numbers.get(key(name, line.line()))).invokestatic(PROBE, "hit", HIT);
        }
    }
}
