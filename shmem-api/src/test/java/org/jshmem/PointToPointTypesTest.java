package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.testing.Draw;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each wait and each test does the same for {@code int} as for {@code long}: it returns the same, refuses the same, and
 * tells tools the same.
 */
@Timeout(60)
class PointToPointTypesTest {
    private static final int LENGTH = 5;

    /** Of the elements, of which one becomes 9 in the second pause. */
    private static final long[] ELEMENTS = {4, 7, -1, 7, 5};

    private static final int CHANGED = 3;
    private static final long[] VALUES = {7, 9, -1};

    /** What tools are told, and how often the PE pauses; words are numbers of elements. */
    private final List<String> told = new ArrayList<>();

    private final Arena arena = Arena.ofAuto();

    /** The status of the element that is left out. */
    private int leftOut = 1;

    static Stream<Method> methods() {
        return Arrays.stream(PointToPoint.class.getMethods())
                .filter(method -> Arrays.asList(method.getParameterTypes()).contains(SymmetricInts.class))
                .sorted(Comparator.comparing(Method::toString));
    }

    static Stream<Method> methodsWithStatus() {
        return methods()
                .filter(method -> Arrays.asList(method.getParameterTypes()).contains(int[].class));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("methods")
    void shouldDoTheSameForInts(Method method) throws ReflectiveOperationException {
        final Method ofLongs = ofLongs(method);
        final List<Object[]> calls = calls(method);
        int done = 0;
        for (Object[] arguments : calls) {
            final String wanted = outcome(ofLongs, arguments);
            assertEquals(wanted, outcome(method, arguments), () -> Arrays.deepToString(arguments));
            done += wanted.startsWith("returns") ? 1 : 0;
        }
        assertTrue(done > 0 && done < calls.size(), done + " of " + calls.size() + " calls return");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("methodsWithStatus")
    @Tag(Draw.DRAWN)
    void shouldLeaveAnElementOutByWhateverNumberBut0(Method method) throws ReflectiveOperationException {
        for (Method either : List.of(method, ofLongs(method))) {
            for (Object[] arguments : calls(method)) {
                leftOut = 1;
                final String wanted = outcome(either, arguments);
                for (int number : new int[] {2, -1, Integer.MIN_VALUE}) {
                    leftOut = number;
                    assertEquals(wanted, outcome(either, arguments), () -> number + Arrays.deepToString(arguments));
                }
            }
        }
    }

    private static Method ofLongs(Method ofInts) throws NoSuchMethodException {
        final Class<?>[] types = Arrays.stream(ofInts.getParameters())
                .map(PointToPointTypesTest::ofLongs)
                .toArray(Class<?>[]::new);
        return PointToPoint.class.getMethod(ofInts.getName(), types);
    }

    private static Class<?> ofLongs(Parameter parameter) {
        if (parameter.getType() == SymmetricInts.class) {
            return SymmetricLongs.class;
        }
        return switch (parameter.getName()) {
            case "value" -> long.class;
            case "values" -> long[].class;
            default -> parameter.getType();
        };
    }

    private static List<Object[]> calls(Method method) {
        final List<Object[]> calls = new ArrayList<>();
        choose(method.getParameters(), 0, new Object[method.getParameterCount()], calls);
        return calls;
    }

    private static void choose(Parameter[] parameters, int at, Object[] chosen, List<Object[]> calls) {
        if (at == parameters.length) {
            calls.add(chosen.clone());
            return;
        }
        for (Object value : choices(parameters[at])) {
            chosen[at] = value;
            choose(parameters, at + 1, chosen, calls);
        }
    }

    /** Arrays are chosen by their lengths; for null it is −1. */
    private static List<?> choices(Parameter parameter) {
        return switch (parameter.getName()) {
            case "index", "nelems" -> List.of(-1L, 0L, 1L, 4L, 5L, 6L);
            case "cmp" -> Arrays.asList(Cmp.EQ, Cmp.GT, Cmp.LT_UNSIGNED, null);
            case "value" -> Arrays.stream(VALUES).boxed().toList();
            case "status" -> List.of(-1, 3, 5);
            case "indices" -> List.of(-1, 4, 5);
            case "values" -> List.of(-1, 4, 5, 6);
            default -> List.of(-1, LENGTH);
        };
    }

    private String outcome(Method method, Object[] chosen) throws IllegalAccessException {
        final boolean isLong = Arrays.asList(method.getParameterTypes()).contains(SymmetricLongs.class);
        final int bytes = isLong ? Long.BYTES : Integer.BYTES;
        final MemorySegment memory = arena.allocate((LENGTH + 2) * Long.BYTES, Long.BYTES);
        final Allocation block = new Allocation(0, memory.address(), memory.byteSize(), Long.BYTES, 0, null);
        final SymmetricLongs longs = new SymmetricLongs(block, 0, memory.address(), LENGTH + 2);
        final SymmetricArray array =
                isLong ? longs.slice(1, LENGTH) : longs.asInts().slice(1, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            set(array, i, ELEMENTS[i]);
        }
        final Parameter[] parameters = method.getParameters();
        final Object[] arguments = new Object[chosen.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(parameters[i], chosen[i], isLong, array);
        }
        told.clear();
        String outcome;
        try {
            outcome = "returns " + method.invoke(new PointToPoint(new Provider(array, bytes)), arguments);
        } catch (InvocationTargetException e) {
            outcome = e.getCause().toString().replaceAll("Symmetric(Int|Long)s|(int|long)\\[]", "array");
        }
        for (int i = 0; i < arguments.length; i++) {
            if (parameters[i].getName().equals("indices")) {
                outcome += Arrays.toString((long[]) arguments[i]);
            }
        }
        return outcome + told;
    }

    private static void set(SymmetricArray array, int index, long value) {
        switch (array) {
            case SymmetricLongs longs -> longs.set(index, value);
            case SymmetricInts ints -> ints.set(index, (int) value);
            default -> throw new AssertionError(array);
        }
    }

    private Object argument(Parameter parameter, Object chosen, boolean isLong, SymmetricArray array) {
        final int length = chosen instanceof Integer number ? number : 0;
        if (length < 0) {
            return null;
        }
        return switch (parameter.getName()) {
            case "value" -> isLong ? chosen : (Object) ((Long) chosen).intValue();
            case "values" ->
                isLong
                        ? longs(length)
                        : Arrays.stream(longs(length))
                                .mapToInt(value -> (int) value)
                                .toArray();
            case "status" -> status(length);
            case "indices" -> new long[length];
            default -> chosen instanceof Integer ? array : chosen;
        };
    }

    private static long[] longs(int length) {
        final long[] values = {5, 9, -2, 9, 5, 0};
        return Arrays.copyOf(values, length);
    }

    /** Leaves out the second element. */
    private int[] status(int length) {
        final int[] status = new int[length];
        status[1] = leftOut;
        return status;
    }

    /** Changes an element in the second pause, and ends a wait with the third. */
    private final class Provider extends StubProvider {
        private final SymmetricArray array;
        private final int bytes;
        private long turns;

        Provider(SymmetricArray array, int bytes) {
            this.array = array;
            this.bytes = bytes;
        }

        private String place(long word) {
            return word == 0 ? "none" : (double) (word - array.address) / bytes + "";
        }

        @Override
        public long pause(long turn, Awaited what, long where) {
            assertEquals(turns, turn);
            told.add("pauses at " + place(where));
            turns++;
            if (turns == 2) {
                set(array, CHANGED, 9);
            } else if (turns == 3) {
                throw new IllegalStateException("waits for what does not come");
            }
            return turns;
        }

        @Override
        public void waited(long word, long value) {
            told.add("waited for " + place(word) + " " + value);
        }

        @Override
        public void tested(long first, long word, long value) {
            told.add("tested from " + place(first) + " " + place(word) + " " + value);
        }
    }
}
