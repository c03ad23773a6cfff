package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the expanded API to the table of operations: all of it for every element type, and nothing else. */
class SurfaceTest {
    private static final List<String> TYPES = List.of("Byte", "Short", "Int", "Long", "Float", "Double");
    private static final List<String> SIZES = List.of("8", "16", "32", "64", "128");
    private static final String NO_TYPE = "";

    private final Set<String> table = new TreeSet<>();
    private final Map<String, String> where = new TreeMap<>();

    SurfaceTest() throws IOException {
        try (InputStream in = Shmem.class.getResourceAsStream("surface.tsv")) {
            assertNotNull(in, "surface.tsv is in the jar");
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            reader.lines().filter(line -> !line.startsWith("#")).forEach(line -> read(line.split("\t")));
        }
    }

    private void read(String[] row) {
        assertEquals(5, row.length, "columns of " + Arrays.toString(row));
        for (String kind : row[3].split(",")) {
            for (String name : names(row[0], kind)) {
                table.add(name);
                where.put(name, row[4]);
            }
        }
    }

    /** Method names with the element type that their parameters name: {@code put Double}, {@code mallocDoubles }. */
    private static List<String> names(String operation, String kind) {
        return switch (kind) {
            case "typed" -> TYPES.stream().map(type -> operation + " " + type).toList();
            case "named" ->
                TYPES.stream()
                        .map(type -> infix(operation, type + "s") + " " + NO_TYPE)
                        .toList();
            case "sized" ->
                SIZES.stream()
                        .map(size -> infix(operation, size) + " " + NO_TYPE)
                        .toList();
            case "mem" -> List.of(infix(operation, "mem") + " " + NO_TYPE);
            case "plain" -> List.of(operation + " " + NO_TYPE);
            default -> throw new AssertionError("kind " + kind + " of " + operation);
        };
    }

    private static String infix(String operation, String part) {
        return operation.replaceFirst("^([a-z]+)", "$1" + part);
    }

    @Test
    void shouldHaveExactlyTheOperationsOfTheTableOnTheFacade() {
        assertEquals(tableOf("facade"), operationsOf(Shmem.class));
    }

    @Test
    void shouldHaveExactlyTheOperationsOfTheTableOnContexts() {
        assertEquals(tableOf("context"), operationsOf(ShmemContext.class));
    }

    @Test
    void shouldHaveTheSameFormsForEveryElementType() {
        for (Class<?> owner : List.of(Shmem.class, ShmemContext.class)) {
            Map<String, Set<String>> formsOfType = new TreeMap<>();
            for (Method method : publicMethods(owner)) {
                String type = elementType(method);
                if (!type.isEmpty()) {
                    formsOfType.computeIfAbsent(type, any -> new TreeSet<>()).add(form(method, type));
                }
            }
            assertEquals(Set.copyOf(TYPES), formsOfType.keySet());
            assertEquals(
                    Collections.nCopies(TYPES.size(), formsOfType.get("Double")), List.copyOf(formsOfType.values()));
        }
    }

    @Test
    void shouldHaveTheSameFormsOnFacadeAndContexts() {
        assertEquals(formsInBoth(ShmemContext.class), formsInBoth(Shmem.class));
    }

    private Set<String> formsInBoth(Class<?> owner) {
        return publicMethods(owner).stream()
                .filter(method -> where.getOrDefault(key(method), "").equals("both"))
                .map(method -> form(method, NO_TYPE))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> tableOf(String side) {
        return table.stream()
                .filter(name ->
                        where.get(name).equals("both") || where.get(name).equals(side))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> operationsOf(Class<?> owner) {
        return publicMethods(owner).stream().map(SurfaceTest::key).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Method> publicMethods(Class<?> owner) {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .toList();
    }

    private static String key(Method method) {
        return method.getName() + " " + elementType(method);
    }

    /** The element type that a method's symmetric array parameter names, or nothing. */
    private static String elementType(Method method) {
        for (Class<?> parameter : method.getParameterTypes()) {
            String name = parameter.getSimpleName();
            if (parameter.getSuperclass() == SymmetricArray.class) {
                return name.substring("Symmetric".length(), name.length() - 1);
            }
        }
        return NO_TYPE;
    }

    private static String form(Method method, String type) {
        String signature = method.getReturnType().getSimpleName() + " " + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList();
        if (type.isEmpty()) {
            return signature;
        }
        String primitive = type.toLowerCase(java.util.Locale.ROOT);
        Class<?> element = method.getReturnType();
        boolean returnsElement = element.isPrimitive() && element != void.class;
        // the value of p and the result of g have the element's type; indices and counts are long for every type
        return signature
                .replace("Symmetric" + type + "s", "Symmetric#")
                .replace(primitive + "[]", "#[]")
                .replaceFirst("^" + primitive + " ", returnsElement ? "# " : primitive + " ")
                .replaceFirst("^(void p\\[.*)" + primitive + ", int\\]$", "$1#, int]");
    }
}
