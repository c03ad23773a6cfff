package org.jshmem.mutation.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code run(3, 5)} of a small class returns without a mutant, and with each mutant of one operator. */
@Timeout(60)
class OperatorsTest {
    private static final String NAME = "tiny/Tiny";

    @TempDir
    private Path directory;

    static Stream<Arguments> operators() {
        return Stream.of(
                arguments("condition-negated", 10, "return a < b ? 10 : 20;", "", List.of(20)),
                arguments("condition-negated", 2, "return o == null ? 2 : 1;", "static Object o;", List.of(1)),
                arguments("boundary-moved", 20, "if (a < 3) { return 10; } return 20;", "", List.of(10)),
                arguments("boundary-moved", 20, "if (5L < b) { return 10; } return 20;", "", List.of(10)),
                arguments("constant-shifted", 10, "return a + 7;", "", List.of(11, 9)),
                arguments("constant-shifted", 21L, "return 7L * a;", "", List.of(24L, 18L)),
                arguments("constant-shifted", 13, "a += 10; return a;", "", List.of(14, 12)),
                arguments("constant-shifted", 8, "final int n = 5; return a + n;", "", List.of(9, 7)),
                arguments("constant-shifted", true, "return true;", "", List.of(false)),
                arguments("constant-shifted", true, "boolean is = true; return is;", "", List.of(false)),
                arguments("arithmetic-exchanged", 14, "return a * b - 1;", "", List.of(-1, 16)),
                arguments("arithmetic-exchanged", 6, "return (a << 1) | (b & 6);", "", List.of(5, 7, 4)),
                arguments("arithmetic-exchanged", 8L, "return (long) a + b;", "", List.of(-2L)),
                arguments(
                        "call-dropped",
                        3,
                        "add(a, 9L); return n;",
                        "static void add(int x, long y) { n += x; }",
                        List.of(0)),
                arguments(
                        "fence-dropped", 1, "fullFence(); return n;", "static void fullFence() { n = 1; }", List.of(0)),
                arguments(
                        "wake-up-dropped",
                        51,
                        "int w = wake(1L); return n * 10 + w;",
                        "static int wake(long x) { n = 5; return 1; }",
                        List.of(0)),
                arguments(
                        "arguments-exchanged",
                        3523,
                        "return f(a, b, 2L, 3L);",
                        "static int f(int x, int y, long p, long q) { return (int) (x * 1000 + y * 100 + p * 10 + q);"
                                + " }",
                        List.of(5323, 3532)),
                arguments("arguments-exchanged", "cb", "return \"ab\".replace(\"a\", \"c\");", "", List.of("ab")),
                arguments("arguments-exchanged", 3, "return Math.min(a, b);", "", List.of()),
                arguments("return-replaced", 3, "return a;", "", List.of(0, 1)),
                arguments("return-replaced", true, "return a < b;", "", List.of(false)),
                arguments("return-replaced", "ab", "return \"ab\";", "", Arrays.asList((Object) null)),
                arguments("return-replaced", 0L, "return 0L;", "", List.of(1L)),
                arguments(
                        "throw-skipped",
                        "IllegalStateException",
                        "if (a < b) { throw new IllegalStateException(\"x\"); } return 4;",
                        "",
                        List.of(4)),
                arguments(
                        "throw-skipped",
                        "IllegalStateException",
                        "if (a > b || b > a) { throw new IllegalStateException(\"x\"); } return 4;",
                        "",
                        List.of(4)),
                arguments(
                        "handler-skipped",
                        7,
                        "int r = 1; try { r = a / (b - 5); } catch (ArithmeticException e) { r = 7; } return r;",
                        "",
                        List.of(1)),
                arguments(
                        "handler-skipped",
                        3,
                        "try { fail(); } catch (RuntimeException e) { return n; } return -1;",
                        "static void fail() { try { throw new RuntimeException(); } finally { n = 3; } }",
                        List.of(0, -1)),
                arguments("long-narrowed", 4_294_967_299L, "return a + 4294967296L;", "", List.of(3L)));
    }

    static Stream<Arguments> stores() {
        return Stream.of(
                arguments(
                        "store-delayed",
                        5,
                        "t[0] = a; t[0] = b; return t[0];",
                        "static int[] t = new int[1];",
                        List.of(3)),
                arguments("store-delayed", 5, "n = a; n = b; return n;", "", List.of(3)),
                arguments("store-delayed", 8, "n = a; m = n + b; return m;", "static int m;", List.of(5)),
                arguments(
                        "store-delayed",
                        3,
                        "n = a; m = f(); return m;",
                        "static int m; static int f() { return n; }",
                        List.of(0)),
                arguments(
                        "store-delayed",
                        8,
                        "v = a; m = b; return v + m;",
                        "static volatile int v; static int m;",
                        List.of(8)),
                arguments("store-delayed", 8, "n = a; m = b; return n + m;", "static int m;", List.of()),
                arguments("store-delayed", 8, "final int[] x = {a, b}; return x[0] + x[1];", "", List.of()),
                arguments(
                        "store-delayed",
                        8,
                        "final int[] x = new int[2]; x[0] = a; x[1] = x[0] + b; return x[1];",
                        "",
                        List.of(5)));
    }

    @ParameterizedTest
    @MethodSource({"operators", "stores"})
    void shouldChangeWhatTheMethodReturns(
            String operator, Object original, String body, String member, List<?> expected) throws Exception {
        final String type = switch (original) {
            case Long value -> "long";
            case Boolean value -> "boolean";
            case Integer value -> "int";
            default -> expected.getFirst() instanceof Integer ? "int" : "String";
        };
        final ProductClasses classes = CompiledSource.compile(
                directory,
                "Tiny",
                "class Tiny { static int n;\n" + member + "\nstatic " + type + " run(int a, int b) {\n" + body
                        + "\n} }\n");
        final ClassMutator mutator = new ClassMutator(classes);
        assertEquals(original, run(mutator.mutated(NAME, List.of())));
        final int line = 4; // that of run
        final List<Object> results = new ArrayList<>();
        for (GeneratedMutant mutant : Catalogue.of(directory, classes).all()) {
            if (mutant.operator().equals(operator)
                    && (mutant.line() >= line || mutant.method().startsWith("fail"))) {
                final byte[] mutated = mutator.mutated(NAME, List.of(mutant));
                assertTrue(mutator.verifies(mutated), mutant.toString());
                results.add(run(mutated));
            }
        }
        assertEquals(expected, results);
    }

    /** Its result, or the name of the class of its exception. */
    private static Object run(byte[] classFile) throws ReflectiveOperationException {
        final Class<?> defined = new ClassLoader(OperatorsTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("tiny.Tiny", classFile, 0, classFile.length);
            }
        }.define();
        final Method method = defined.getDeclaredMethod("run", int.class, int.class);
        method.setAccessible(true);
        try {
            return method.invoke(null, 3, 5);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getSimpleName();
        }
    }
}
