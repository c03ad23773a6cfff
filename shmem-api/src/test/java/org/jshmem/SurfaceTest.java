package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
    private static final String SOME_TYPES = "typed:";

    /** A kind, and in place of an element type what a method has whose values are of that type. */
    private static final String VALUE = "value:";

    private final List<String[]> rows = new ArrayList<>();
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
        rows.add(row);
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
            case String some
            when some.startsWith(SOME_TYPES) ->
                Arrays.stream(some.substring(SOME_TYPES.length()).split("\\+"))
                        .map(type -> operation + " " + type.substring(0, type.length() - 1))
                        .toList();
            case String values
            when values.startsWith(VALUE) ->
                Arrays.stream(values.substring(VALUE.length()).split("\\+"))
                        .map(type -> operation + " " + VALUE + type.substring(0, type.length() - 1))
                        .toList();
            default -> throw new AssertionError("kind " + kind + " of " + operation);
        };
    }

    private static String infix(String operation, String part) {
        return operation.replaceFirst("^([a-z]+)", "$1" + part);
    }

    @Test
    void shouldHaveExactlyTheOperationsOfTheTableOnTheFacade() {
        final Set<String> facade = tableOf("facade");
        facade.addAll(rowsOf("team"));
        assertEquals(facade, operationsOf(Shmem.class));
    }

    /** What is no collective has another name on the façade, {@code teamMyPe} for {@code myPe}. */
    @Test
    void shouldHaveExactlyTheCollectivesOfTheTableOnTeams() {
        final Set<String> others = Set.of("myPe", "nPes", "getConfig", "translatePe", "ptr");
        final Set<String> splits = Set.of("splitStrided", "split2d", "splitByColor", "splitPes");
        final Set<String> ends = Set.of("createCtx", "sync", "destroy", "close");
        final Set<String> collectives = operationsOf(ShmemTeam.class);
        collectives.removeIf(key -> splits.contains(key.split(" ")[0]));
        collectives.removeIf(key -> others.contains(key.split(" ")[0]) || ends.contains(key.split(" ")[0]));
        assertEquals(rowsOf("team"), collectives);
    }

    @Test
    void shouldHaveTheFormsOfTeamsOnTheFacadeWithTheTeamFirst() {
        final Set<String> collectives = rowsOf("team");
        final Set<String> onTeams = publicMethods(ShmemTeam.class).stream()
                .filter(method -> collectives.contains(key(method)))
                .map(method -> form(method).replace("[", "[ShmemTeam, "))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                onTeams,
                publicMethods(Shmem.class).stream()
                        .filter(method -> collectives.contains(key(method)))
                        .map(SurfaceTest::form)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void shouldHaveExactlyTheOperationsOfTheTableOnContexts() {
        assertEquals(tableOf("context"), operationsOf(ShmemContext.class));
    }

    @Test
    void shouldHaveTheSameFormsForEveryElementType() {
        for (Class<?> owner : List.of(Shmem.class, ShmemContext.class, ShmemTeam.class)) {
            for (List<Method> forms : publicMethods(owner).stream()
                    .collect(Collectors.groupingBy(Method::getName))
                    .values()) {
                final Map<String, Set<String>> formsOfType = forms.stream()
                        .filter(method -> !elementType(method).isEmpty())
                        .collect(Collectors.groupingBy(
                                SurfaceTest::elementType,
                                TreeMap::new,
                                Collectors.mapping(method -> form(method), Collectors.toCollection(TreeSet::new))));
                checkFormsOfEveryType(formsOfType);
            }
        }
    }

    /**
     * The forms of a type follow from those of double, whose name stands for nothing else; int and long name counts
     * too.
     */
    private static void checkFormsOfEveryType(Map<String, Set<String>> formsOfType) {
        final Set<String> model = formsOfType.get("Double");
        formsOfType.forEach((type, forms) -> {
            if (type.startsWith(VALUE)) {
                assertEquals(1, forms.size(), () -> "forms of " + forms);
            } else if (model == null) {
                assertEquals(formsOfType.values().iterator().next().size(), forms.size(), () -> "forms of " + forms);
            } else {
                assertEquals(
                        model.stream()
                                .map(form -> form.replace("SymmetricDoubles", "Symmetric" + type + "s")
                                        .replace("double", type.toLowerCase(Locale.ROOT)))
                                .collect(Collectors.toCollection(TreeSet::new)),
                        forms);
            }
        });
    }

    @Test
    void shouldHaveTheSameFormsOnFacadeAndContexts() {
        assertEquals(formsInBoth(ShmemContext.class), formsInBoth(Shmem.class));
    }

    /** So that a reader finds each routine in the table of families, and a search by its name in C finds that table. */
    @Test
    void shouldListEveryRoutineOnThePageOfThePackage() throws IOException {
        final String page = Files.readString(Path.of("src/main/java/org/jshmem/package-info.java"));
        for (String[] row : rows) {
            final String linked = row[3].contains("named") ? infix(row[0], "Doubles") : row[0];
            assertTrue(page.contains("#" + linked + "("), () -> "no link to " + linked);
            assertTrue(row[2].equals("-") || page.contains("{@index " + row[2] + "}"), () -> "no entry for " + row[2]);
        }
    }

    private Set<String> formsInBoth(Class<?> owner) {
        return publicMethods(owner).stream()
                .filter(method -> where.getOrDefault(key(method), "").equals("both"))
                .map(method -> form(method))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> tableOf(String side) {
        return table.stream()
                .filter(name ->
                        where.get(name).equals("both") || where.get(name).equals(side))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> rowsOf(String side) {
        return table.stream()
                .filter(name -> where.get(name).equals(side))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> operationsOf(Class<?> owner) {
        return publicMethods(owner).stream().map(SurfaceTest::key).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Method> publicMethods(Class<?> owner) {
        final List<Method> methods = new ArrayList<>();
        for (Class<?> part = owner; part != Object.class; part = part.getSuperclass()) {
            methods.addAll(List.of(part.getDeclaredMethods()));
        }
        return methods.stream()
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .toList();
    }

    private static String key(Method method) {
        return method.getName() + " " + elementType(method);
    }

    /**
     * The element type that a method's symmetric array parameter names, or that of its value and result, or nothing.
     */
    private static String elementType(Method method) {
        if (method.getName().matches("[a-z]+([0-9]+|mem)[A-Z].*")) {
            return NO_TYPE; // sized; the array is that of the signal
        }
        for (Class<?> parameter : method.getParameterTypes()) {
            String name = parameter.getSimpleName();
            if (parameter.getSuperclass() == SymmetricArray.class) {
                return name.substring("Symmetric".length(), name.length() - 1);
            }
        }
        return isOfValues(method) ? VALUE + camel(method.getReturnType()) : NO_TYPE;
    }

    private static boolean isOfValues(Method method) {
        final Class<?> type = method.getReturnType();
        return method.getName().matches("broadcast|\\w+(Reduce(Unsigned)?|scan)")
                && type.isPrimitive()
                && List.of(method.getParameterTypes()).contains(type);
    }

    private static String camel(Class<?> primitive) {
        final String name = primitive.getSimpleName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static String form(Method method) {
        return method.getReturnType().getSimpleName() + " " + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList();
    }
}
