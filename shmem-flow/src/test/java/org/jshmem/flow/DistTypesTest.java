package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.BaseStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricArray;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Distributed arrays of each element type on one PE. Their elements are in symmetric or in shared memory. */
@Timeout(60)
class DistTypesTest {
    private static final int LENGTH = 150;

    /** More than are updated at once, some several times. */
    private static final long[] INDICES =
            LongStream.range(0, 140).map(i -> (i * 37 + 5) % LENGTH / 2 * 2).toArray();

    private static final List<String> OF_ALL = List.of("add", "put", "max", "min");
    private static final List<String> OF_INTEGERS = List.of("and", "or", "xor");

    /** Those that were called, by their classes, names and arguments. */
    private static final Map<String, Method> METHODS = new HashMap<>();

    private final OneTeam team = new OneTeam();
    private int blocksBefore;

    static Stream<Arguments> arrays() {
        return Arrays.stream(ElementKind.values())
                .flatMap(type -> Stream.of(Arguments.of(type, 1), Arguments.of(type, 2)));
    }

    @BeforeEach
    void count() {
        blocksBefore = OnePe.blocks();
    }

    @AfterEach
    void requireAllFreed() {
        OnePe.pes = 1;
        OnePe.isFull = false;
        OnePe.isMapped = true;
        OnePe.room = Integer.MAX_VALUE;
        assertEquals(blocksBefore, OnePe.blocks(), "blocks that were not freed");
    }

    private static String plural(ElementKind type) {
        return type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT) + "s";
    }

    private DistArray array(ElementKind type, int pes, long length) throws ReflectiveOperationException {
        OnePe.pes = pes;
        return (DistArray) make(type, "block", team, length);
    }

    private static boolean isInteger(ElementKind type) {
        return type != ElementKind.FLOAT && type != ElementKind.DOUBLE;
    }

    private static Object value(ElementKind type, long number) {
        return switch (type) {
            case BYTE -> (byte) number;
            case SHORT -> (short) number;
            case INT -> (int) number;
            case LONG -> number;
            case FLOAT -> (float) number;
            case DOUBLE -> (double) number;
        };
    }

    /** A number as an element has it. */
    private static long wrapped(ElementKind type, long number) {
        return ((Number) value(type, number)).longValue();
    }

    private static Object values(ElementKind type, long... numbers) {
        final Object values = Array.newInstance(primitive(value(type, 0).getClass()), numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            Array.set(values, i, value(type, numbers[i]));
        }
        return values;
    }

    private static long[] numbers(Object values) {
        return LongStream.range(0, Array.getLength(values))
                .map(i -> ((Number) Array.get(values, (int) i)).longValue())
                .toArray();
    }

    private static Class<?> primitive(Class<?> type) {
        return MethodType.methodType(type).unwrap().returnType();
    }

    private static Object call(Object target, String name, Object... arguments) throws ReflectiveOperationException {
        return invoke(target.getClass(), target, name, arguments);
    }

    private static Object make(ElementKind type, String name, Object... arguments) throws ReflectiveOperationException {
        return invoke(Class.forName("org.jshmem.flow.Dist" + plural(type)), null, name, arguments);
    }

    /** The method whose parameters fit; what it throws is passed on. */
    private static Object invoke(Class<?> type, Object target, String name, Object... arguments)
            throws ReflectiveOperationException {
        final String key =
                type + name + Stream.of(arguments).map(DistTypesTest::kind).toList();
        Method method = METHODS.get(key);
        if (method == null) {
            method = Arrays.stream(type.getMethods())
                    .filter(one -> one.getName().equals(name) && fits(one.getParameterTypes(), arguments))
                    .findFirst()
                    .orElseThrow(() -> new NoSuchMethodException(key));
            METHODS.put(key, method);
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException exception ? exception : new IllegalStateException(e);
        }
    }

    private static Object kind(Object argument) {
        return argument == null ? "null" : argument.getClass();
    }

    private static boolean fits(Class<?>[] types, Object[] arguments) {
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = arguments[i] == null
                    ? !types[i].isPrimitive()
                    : types[i].isInstance(arguments[i]) || types[i] == primitive(arguments[i].getClass());
        }
        return fits;
    }

    /** A function or visitor of the program. */
    private static Object function(DistArray array, String name, LongUnaryOperator body, ElementKind type)
            throws ClassNotFoundException {
        final Class<?> kind = Class.forName(array.getClass().getName() + "$" + name);
        return Proxy.newProxyInstance(
                kind.getClassLoader(),
                new Class<?>[] {kind},
                (_, _, arguments) -> arguments.length == 1
                        ? value(type, body.applyAsLong((long) arguments[0]))
                        : visited((long) arguments[0], (Number) arguments[1], body));
    }

    private static Object visited(long index, Number value, LongUnaryOperator body) {
        assertEquals(body.applyAsLong(index), value.longValue());
        return null;
    }

    private static long[] all() {
        return LongStream.range(0, LENGTH).toArray();
    }

    private static long[] elements(DistArray array) throws ReflectiveOperationException {
        return numbers(call(array, "getAll", all()));
    }

    /** Element i becomes this. */
    private static long start(ElementKind type, long i) {
        return wrapped(type, i * 7 - 300);
    }

    private DistArray numbered(ElementKind type, int pes) throws ReflectiveOperationException {
        final DistArray array = array(type, pes, LENGTH);
        assertEquals(
                0,
                LongStream.of(elements(array)).filter(element -> element != 0).count());
        call(array, "setAll", function(array, "ElementFunction", i -> start(type, i), type));
        return array;
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldReadElements(ElementKind type, int pes) throws ReflectiveOperationException {
        try (DistArray array = numbered(type, pes)) {
            assertEquals(LENGTH, ((SymmetricArray) call(array, "local")).length());
            call(array, "forEachLocal", function(array, "ElementVisitor", i -> start(type, i), type));
            final long[] wanted =
                    LongStream.of(INDICES).map(i -> start(type, i)).toArray();
            assertEquals(list(wanted), list(numbers(call(array, "getAll", (Object) INDICES))));
            final Object into = values(type, INDICES);
            assertNull(call(array, "getAll", INDICES, into));
            assertEquals(list(wanted), list(numbers(into)));
            final long sum = wrapped(
                    type, LongStream.range(0, LENGTH).map(i -> start(type, i)).sum());
            assertEquals(sum, ((Number) call(array, "sum")).longValue());
            final LongStream sorted =
                    LongStream.range(0, LENGTH).map(i -> start(type, i)).sorted();
            final long[] ascending = sorted.toArray();
            assertEquals(ascending[0], ((Number) call(array, "min")).longValue());
            assertEquals(ascending[LENGTH - 1], ((Number) call(array, "max")).longValue());
            try (BaseStream<?, ?> stream = (BaseStream<?, ?>) call(array, "localStream")) {
                long total = 0;
                for (var it = stream.iterator(); it.hasNext(); ) {
                    total += ((Number) it.next()).longValue();
                }
                assertEquals(LongStream.of(ascending).sum(), total);
            }
            assertEquals(list(numbers(call(array, "gather", 0))), list(elements(array)));
            call(array, "sort");
            assertEquals(list(ascending), list(elements(array)));
            if (pes == 1) {
                assertEquals(ascending[7], ((Number) call(array, "getRemote", 7L)).longValue());
            } else {
                assertTrue(refusal(IllegalStateException.class, array, "getRemote", 7L)
                        .contains("use getAll"));
            }
            call(array, "fill", value(type, 9));
            assertEquals(9L * LENGTH, LongStream.of(elements(array)).sum());
        }
    }

    private static List<Long> list(long[] numbers) {
        return LongStream.of(numbers).boxed().toList();
    }

    private static long updated(ElementKind type, String kind, long before, long value) {
        return switch (kind) {
            case "add" -> wrapped(type, before + value);
            case "put" -> value;
            case "max" -> Math.max(before, value);
            case "min" -> Math.min(before, value);
            case "and" -> before & value;
            case "or" -> before | value;
            default -> before ^ value;
        };
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldUpdateElements(ElementKind type, int pes) throws ReflectiveOperationException {
        final List<String> kinds = new ArrayList<>(OF_ALL);
        if (isInteger(type)) {
            kinds.addAll(OF_INTEGERS);
        }
        final long[] numbers = LongStream.range(0, INDICES.length)
                .map(i -> wrapped(type, i * 13 - 200))
                .toArray();
        final long[] same = LongStream.of(numbers).map(i -> wrapped(type, -77)).toArray();
        try (DistArray array = numbered(type, pes)) {
            final long[] wanted = elements(array);
            for (String kind : kinds) {
                try (AutoCloseable updates = (AutoCloseable) call(array, "updates")) {
                    for (int i = 0; i < INDICES.length; i++) {
                        call(updates, kind, INDICES[i], value(type, numbers[i]));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                update(type, kind, wanted, numbers);
                assertEquals(list(wanted), list(elements(array)), kind);
                call(array, kind + "All", INDICES, values(type, numbers));
                update(type, kind, wanted, numbers);
                assertEquals(list(wanted), list(elements(array)), kind + "All");
                call(array, kind + "All", INDICES, value(type, -77));
                update(type, kind, wanted, same);
                assertEquals(list(wanted), list(elements(array)), kind + "All of one value");
            }
        }
    }

    private static void update(ElementKind type, String kind, long[] elements, long[] values) {
        for (int i = 0; i < INDICES.length; i++) {
            final int index = (int) INDICES[i];
            elements[index] = updated(type, kind, elements[index], values[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldReturnWhatElementsWereBefore(ElementKind type, int pes) throws ReflectiveOperationException {
        final long[] indices = LongStream.range(0, 100).toArray();
        final long[] numbers =
                LongStream.of(indices).map(i -> wrapped(type, 3 * i - 90)).toArray();
        try (DistArray array = numbered(type, pes)) {
            final long[] wanted = elements(array);
            for (boolean isOne : new boolean[] {true, false}) {
                final Object added = isOne ? value(type, 11) : values(type, numbers);
                final long[] before = numbers(call(array, "fetchAddAll", indices, added));
                assertEquals(list(Arrays.copyOf(wanted, 100)), list(before));
                for (int i = 0; i < 100; i++) {
                    wanted[i] = wrapped(type, wanted[i] + (isOne ? 11 : numbers[i]));
                }
                assertEquals(list(wanted), list(elements(array)));
                final long expected = wanted[isOne ? 50 : 60];
                final Object swapped = isOne ? value(type, -5) : values(type, numbers);
                final long[] seen = numbers(call(array, "compareSwapAll", indices, value(type, expected), swapped));
                assertEquals(list(Arrays.copyOf(wanted, 100)), list(seen));
                for (int i = 0; i < 100; i++) {
                    wanted[i] = wanted[i] == expected ? isOne ? wrapped(type, -5) : numbers[i] : wanted[i];
                }
                assertEquals(list(wanted), list(elements(array)));
            }
        }
    }

    /** The least and the largest element are those of the type. */
    @ParameterizedTest
    @MethodSource("arrays")
    void shouldFindTheLeastAndTheLargest(ElementKind type, int pes) throws ReflectiveOperationException {
        try (DistArray array = array(type, pes, 3)) {
            for (Object extreme : extremes(type)) {
                call(array, "fill", extreme);
                assertEquals(extreme, call(array, "max"));
                assertEquals(extreme, call(array, "min"));
            }
        }
        try (DistArray empty = array(type, pes, 0)) {
            assertEquals(0, ((Number) call(empty, "sum")).longValue());
            for (String name : List.of("max", "min")) {
                assertEquals(
                        name + " of a distributed array without elements",
                        refusal(IllegalStateException.class, empty, name));
            }
            call(empty, "sort");
            assertEquals(0, Array.getLength(call(empty, "gather", 0)));
        }
    }

    private static Object[] extremes(ElementKind type) {
        return switch (type) {
            case BYTE -> new Object[] {Byte.MIN_VALUE, Byte.MAX_VALUE};
            case SHORT -> new Object[] {Short.MIN_VALUE, Short.MAX_VALUE};
            case INT -> new Object[] {Integer.MIN_VALUE, Integer.MAX_VALUE};
            case LONG -> new Object[] {Long.MIN_VALUE, Long.MAX_VALUE};
            case FLOAT -> new Object[] {Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY};
            case DOUBLE -> new Object[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
        };
    }

    private static <E extends RuntimeException> String refusal(
            Class<E> kind, Object target, String name, Object... arguments) {
        return assertThrows(kind, () -> call(target, name, arguments)).getMessage();
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldCopyToAnArrayOfTheSameLength(ElementKind type, int pes) throws ReflectiveOperationException {
        try (DistArray array = numbered(type, pes);
                DistArray copy = array(type, pes, LENGTH);
                DistArray shorter = array(type, pes, LENGTH - 1)) {
            call(array, "copyTo", copy);
            assertEquals(list(elements(array)), list(elements(copy)));
            assertEquals(
                    "dest has length 149, and this array 150",
                    refusal(IllegalArgumentException.class, array, "copyTo", shorter));
            assertEquals(
                    "dest=null; pass an array of the same length",
                    refusal(NullPointerException.class, array, "copyTo", (Object) null));
        }
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldRefuseBeforeItSends(ElementKind type, int pes) throws ReflectiveOperationException {
        final DistArray array = numbered(type, pes);
        final List<Long> before = list(elements(array));
        final List<String> names = new ArrayList<>(List.of("addAll", "putAll", "maxAll", "minAll", "fetchAddAll"));
        if (isInteger(type)) {
            names.addAll(List.of("andAll", "orAll", "xorAll"));
        }
        final long[] two = {1, 2};
        for (String name : names) {
            for (Object added : new Object[] {value(type, 3), values(type, 3, 4)}) {
                for (long index : new long[] {-1, LENGTH}) {
                    assertEquals(
                            "indices[1]=" + index + " is not in the distributed array, whose length is 150",
                            refusal(IndexOutOfBoundsException.class, array, name, new long[] {0, index}, added));
                }
            }
            for (Object wrong : new Object[] {values(type, 3), values(type, 3, 4, 5)}) {
                assertTrue(refusal(IllegalArgumentException.class, array, name, two, wrong)
                        .startsWith("values has length " + Array.getLength(wrong) + ", and indices 2"));
            }
            assertTrue(refusal(NullPointerException.class, array, name, null, value(type, 3))
                    .startsWith("indices=null"));
            assertEquals(
                    "values=null; pass an array as long as indices",
                    refusal(NullPointerException.class, array, name, two, null));
        }
        final Object expected = value(type, 1);
        refusal(IllegalArgumentException.class, array, "compareSwapAll", two, expected, values(type, 3));
        refusal(IndexOutOfBoundsException.class, array, "compareSwapAll", new long[] {LENGTH}, expected, expected);
        refusal(IndexOutOfBoundsException.class, array, "compareSwapAll", new long[] {-1}, expected, values(type, 3));
        assertTrue(refusal(IllegalArgumentException.class, array, "getAll", two, values(type, 3))
                .startsWith("into has length 1"));
        refusal(IndexOutOfBoundsException.class, array, "getAll", (Object) new long[] {LENGTH});
        refusal(IndexOutOfBoundsException.class, array, "getAll", new long[] {-1}, values(type, 3));
        refusal(IndexOutOfBoundsException.class, array, "getRemote", (long) LENGTH);
        for (int root : new int[] {-1, 1}) {
            assertEquals(
                    "root=" + root + " is not a PE of the team, whose PEs are 0 to 0",
                    refusal(IllegalArgumentException.class, array, "gather", root));
        }
        assertTrue(refusal(NullPointerException.class, array, "setAll", (Object) null)
                .startsWith("function=null"));
        assertTrue(refusal(NullPointerException.class, array, "forEachLocal", (Object) null)
                .startsWith("visitor=null"));
        assertEquals(before, list(elements(array)));
        array.close();
        array.close();
        assertTrue(refusal(IllegalStateException.class, array, "updates").startsWith("updates() of"));
    }

    /** Each call that reads names itself, while updates are open and after the end. */
    @ParameterizedTest
    @MethodSource("arrays")
    void shouldNotReadWhileUpdatesAreOpen(ElementKind type, int pes) throws Exception {
        final DistArray array = numbered(type, pes);
        final Object[] one = {value(type, 1)};
        final long[] none = {};
        final List<Object[]> calls = new ArrayList<>(List.of(
                new Object[] {"localStream"},
                new Object[] {"addAll", none, one[0]},
                new Object[] {"putAll", none, one[0]},
                new Object[] {"maxAll", none, values(type)},
                new Object[] {"minAll", none, one[0]},
                new Object[] {"getAll", none},
                new Object[] {"getAll", none, values(type)},
                new Object[] {"fetchAddAll", none, one[0]},
                new Object[] {"fetchAddAll", none, values(type)},
                new Object[] {"compareSwapAll", none, one[0], one[0]},
                new Object[] {"compareSwapAll", none, one[0], values(type)},
                new Object[] {"getRemote", 0L},
                new Object[] {"fill", one[0]},
                new Object[] {"setAll", null},
                new Object[] {"forEachLocal", null},
                new Object[] {"sum"},
                new Object[] {"max"},
                new Object[] {"min"},
                new Object[] {"copyTo", array},
                new Object[] {"sort"},
                new Object[] {"gather", 0}));
        if (isInteger(type)) {
            calls.addAll(List.of(
                    new Object[] {"andAll", none, one[0]},
                    new Object[] {"orAll", none, values(type)},
                    new Object[] {"xorAll", none, one[0]}));
        }
        final AutoCloseable updates = (AutoCloseable) call(array, "updates");
        refuseAll(array, calls, " of a distributed array while its updates() are open");
        assertTrue(refusal(IllegalStateException.class, array, "updates").contains("are open already"));
        assertTrue(refusal(IllegalStateException.class, array, "local").startsWith("local() of"));
        refusal(IndexOutOfBoundsException.class, updates, "add", (long) LENGTH, one[0]);
        refusal(IndexOutOfBoundsException.class, updates, "put", -1L, one[0]);
        call(updates, "add", (long) LENGTH - 1, one[0]);
        updates.close();
        updates.close();
        assertEquals(wrapped(type, start(type, LENGTH - 1) + 1), elements(array)[LENGTH - 1]);
        assertEquals(
                "an update after the end of the block of updates()",
                refusal(IllegalStateException.class, updates, "max", 0L, one[0]));
        array.close();
        refuseAll(array, calls, " of a distributed array that was closed");
    }

    private static void refuseAll(DistArray array, List<Object[]> calls, String why) {
        for (Object[] call : calls) {
            final Object[] arguments = Arrays.copyOfRange(call, 1, call.length);
            final String text = refusal(IllegalStateException.class, array, (String) call[0], arguments);
            assertTrue(text.startsWith(call[0] + why), text);
        }
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldFreeWhatItHasIfAPeLacksMemory(ElementKind type, int pes) throws ReflectiveOperationException {
        OnePe.isFull = pes == 2;
        team.isOtherFull = pes == 1;
        OnePe.pes = 2;
        final String text = assertThrows(ShmemOutOfMemoryException.class, () -> array(type, 2, 5))
                .getMessage();
        assertEquals(pes == 2 ? "full" : "set SHMEM_SHARED_SIZE to more", pes == 2 ? text : text.split("; ")[1]);
        assertThrows(NullPointerException.class, () -> make(type, "block", null, 1L));
    }

    /** A vote that throws, as others call another collective. */
    @ParameterizedTest
    @EnumSource
    void shouldFreeWhatItHasIfTheVoteThrows(ElementKind type) {
        team.meanwhile = () -> {
            throw new ShmemException("PE 1 calls barrierAll");
        };
        assertThrows(ShmemException.class, () -> array(type, 2, 5));
    }

    /** A Java array has no more elements. */
    @Test
    void shouldSayThatASortBringsTooManyElements() {
        assertEquals(24, LongCollector.larger(16));
        assertEquals(Integer.MAX_VALUE - 8, ByteCollector.larger(Integer.MAX_VALUE - 9));
        final String text = assertThrows(ShmemException.class, () -> IntCollector.larger(Integer.MAX_VALUE - 8))
                .getMessage();
        assertTrue(text.startsWith("sort() brings more than 2147483639 elements to this PE"), text);
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldFreeItsElementsIfItsFlowsHaveNoMemory(ElementKind type, int pes) {
        for (int blocks = 0; blocks < 2; blocks++) {
            OnePe.room = blocks;
            assertThrows(ShmemOutOfMemoryException.class, () -> array(type, pes, 5));
        }
    }

    /** All PEs come to the end of its flows, and throw there. */
    @ParameterizedTest
    @MethodSource("arrays")
    void shouldFreeItsElementsIfOtherPesDoNotCloseIt(ElementKind type, int pes) throws ReflectiveOperationException {
        final DistArray array = array(type, pes, 5);
        final int blocks = OnePe.blocks();
        team.isOtherAgainst = true;
        final String text = assertThrows(ShmemException.class, array::close).getMessage();
        assertTrue(text.startsWith("some PEs close the flow made at"), text);
        assertEquals(blocks - 1, OnePe.blocks(), "the memory of its flows is left");
        OnePe.clear();
        blocksBefore = 0;
    }

    /** Symmetric memory that other PEs do not map. */
    @ParameterizedTest
    @EnumSource
    void shouldAskForElementsThatAreNotMapped(ElementKind type) throws ReflectiveOperationException {
        OnePe.isMapped = false;
        try (DistArray array = numbered(type, 1)) {
            final long[] wanted =
                    LongStream.of(INDICES).map(i -> start(type, i)).toArray();
            assertEquals(list(wanted), list(numbers(call(array, "getAll", (Object) INDICES))));
            assertEquals(start(type, 9), ((Number) call(array, "getRemote", 9L)).longValue());
        }
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldDescribeItself(ElementKind type, int pes) throws ReflectiveOperationException {
        OnePe.pes = pes;
        final String name = "Dist" + plural(type);
        try (DistArray block = (DistArray) make(type, "block", team, 10L);
                DistArray cyclic = (DistArray) make(type, "cyclic", team, 10L);
                DistArray blocks = (DistArray) make(type, "blockCyclic", team, 10L, 4L)) {
            assertEquals(name + "[length=10, block=10, PEs=1]", block.toString());
            assertEquals(name + "[length=10, block=1, PEs=1]", cyclic.toString());
            assertEquals(name + "[length=10, block=4, PEs=1]", blocks.toString());
            assertEquals(10, block.localLength());
            assertEquals(9, blocks.globalIndex(9));
            assertEquals(9, blocks.localIndex(9));
            for (long none : new long[] {-1, 10}) {
                assertThrows(IndexOutOfBoundsException.class, () -> blocks.owner(none));
                assertThrows(IndexOutOfBoundsException.class, () -> blocks.localIndex(none));
                assertThrows(IndexOutOfBoundsException.class, () -> blocks.globalIndex(none));
            }
        }
        for (long tooMany : new long[] {1L << 31, 1L << 40}) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> make(type, "block", team, tooMany))
                    .getMessage()
                    .startsWith("n=" + tooMany + " is too much for 1 PEs: a PE has at most 2147483647"));
        }
    }
}
