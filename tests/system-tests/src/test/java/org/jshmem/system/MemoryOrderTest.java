package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compares the methods of PEs, tools and launcher that order accesses to memory or wake somebody, and what they call
 * for that, with a list. If a fence is missing that x86 does not need, or a wake-up that a timer makes up for, no run
 * of a program shows it; this test does. If you change such a method on purpose, check its protocol, and then change
 * its line in {@code memory-order.txt}. A method that has a namesake in its class is listed with its parameter types;
 * lambdas of one method may have equal lines.
 */
@Timeout(60)
class MemoryOrderTest {
    private static final String LIST = "memory-order.txt";
    private static final Path JARS = Path.of("../../build/distribution/target/jshmem/lib");
    private static final List<String> DIRECTORIES = List.of("pe", "tools", "launcher", "shell", "info");

    private static final Pattern MEMORY = Pattern.compile("org/jshmem/heap/Memory|java/lang/invoke/VarHandle"
            + "|org/agrona/UnsafeApi|org/jshmem/internal/transport/Atomic|java/util/concurrent/atomic/.*");

    private static final Pattern ORDERING =
            Pattern.compile(".*(Acquire|Release|Volatile|Opaque|Fence|Plain)|compareAnd.*|getAnd.*|execute");

    private static final Pattern WAKING = Pattern.compile("wake\\w*|unpark|notifyAll|signalAll|ring");

    @Test
    void shouldOrderAccessesAsListed() throws IOException {
        final List<String> expected;
        try (InputStream list = MemoryOrderTest.class.getResourceAsStream("/" + LIST)) {
            expected = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        final List<String> found = new Methods(classes()).lines();
        assertTrue(found.size() > 100, "only " + found.size() + " methods");
        final List<String> missing = without(expected, found);
        final List<String> unknown = without(found, expected);
        assertEquals(
                "",
                String.join("\n", missing),
                "not so any more; what there is instead:\n" + String.join("\n", unknown));
        assertEquals("", String.join("\n", unknown), "not in " + LIST);
    }

    /** The lines of one list that another does not have, or not as often; sorted. */
    private static List<String> without(List<String> lines, List<String> others) {
        final List<String> left = new ArrayList<>(lines);
        others.forEach(left::remove);
        Collections.sort(left);
        return left;
    }

    private static List<ClassModel> classes() throws IOException {
        final List<ClassModel> classes = new ArrayList<>();
        for (String directory : DIRECTORIES) {
            addClasses(JARS.resolve(directory), classes);
        }
        return classes;
    }

    private static void addClasses(Path directory, List<ClassModel> classes) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                try (JarFile jar = new JarFile(file.toFile())) {
                    for (JarEntry entry : Collections.list(jar.entries())) {
                        if (entry.getName().matches("org/jshmem/.*\\.class")) {
                            classes.add(ClassFile.of()
                                    .parse(jar.getInputStream(entry).readAllBytes()));
                        }
                    }
                }
            }
        }
    }

    /** The methods of some classes. */
    private static final class Methods {
        private final List<ClassModel> classes;
        private final Set<String> volatiles = new TreeSet<>();

        Methods(List<ClassModel> classes) {
            this.classes = classes;
            for (ClassModel one : classes) {
                one.fields().stream()
                        .filter(field -> field.flags().has(AccessFlag.VOLATILE))
                        .forEach(field -> volatiles.add(one.thisClass().asInternalName() + "."
                                + field.fieldName().stringValue()));
            }
        }

        /** For each that orders or wakes its name and its calls. */
        List<String> lines() {
            final List<String> lines = new ArrayList<>();
            for (ClassModel one : classes) {
                for (MethodModel method : one.methods()) {
                    final List<String> accesses = accesses(method);
                    if (accesses.stream().anyMatch(Methods::isOrdering)) {
                        lines.add(one.thisClass().asInternalName().substring("org/jshmem/".length()) + "."
                                + name(one, method) + ": " + String.join(" ", accesses));
                    }
                }
            }
            return lines;
        }

        /** The name of a method, with its parameter types if there are others of that name. */
        private static String name(ClassModel owner, MethodModel method) {
            final String name = name(method);
            final boolean isOnly = owner.methods().stream()
                            .filter(other -> name(other).equals(name))
                            .count()
                    == 1;
            return isOnly
                    ? name
                    : method.methodTypeSymbol().parameterList().stream()
                            .map(ClassDesc::displayName)
                            .collect(Collectors.joining(" ", name + "(", ")"));
        }

        /** The name of a method; that of a lambda without its number. */
        private static String name(MethodModel method) {
            return method.methodName().stringValue().replaceAll("\\$\\d+$", "");
        }

        private static boolean isOrdering(String access) {
            return access.contains(" ")
                    || ORDERING.matcher(access).matches()
                    || WAKING.matcher(access).matches();
        }

        private List<String> accesses(MethodModel method) {
            final List<String> accesses = new ArrayList<>();
            method.code().ifPresent(code -> code.forEach(element -> add(element, accesses)));
            return accesses;
        }

        private void add(CodeElement element, List<String> accesses) {
            if (element instanceof InvokeInstruction call) {
                final String name = call.name().stringValue();
                final boolean isMemory =
                        MEMORY.matcher(call.owner().asInternalName()).matches() && !name.equals("<init>");
                if (isMemory || WAKING.matcher(name).matches()) {
                    accesses.add(name);
                }
            } else if (element instanceof FieldInstruction field
                    && volatiles.contains(
                            field.owner().asInternalName() + "." + field.name().stringValue())) {
                final boolean isWrite = field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
                accesses.add((isWrite ? "write " : "read ") + field.name().stringValue());
            }
        }
    }
}
