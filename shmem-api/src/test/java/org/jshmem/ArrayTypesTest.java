package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jshmem.messages.MessageView;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What arrays and messages of each element type do with their memory, and where they end. */
@Timeout(60)
class ArrayTypesTest {
    private static final int LENGTH = 6;

    /** Elements of the same memory on either side. */
    private static final int AROUND = 2;

    private static final int ALL = AROUND + LENGTH + AROUND;

    private final MemorySegment memory = Arena.ofAuto().allocate(ALL * Long.BYTES, Long.BYTES);
    private final Allocation block = new Allocation(64, memory.address(), memory.byteSize(), Long.BYTES, 0, null);
    private final SymmetricLongs longs = new SymmetricLongs(block, 64, memory.address(), ALL);

    private SymmetricArray array(ElementKind type) {
        return switch (type) {
            case BYTE -> longs.asBytes().slice(AROUND, LENGTH);
            case SHORT -> longs.asShorts().slice(AROUND, LENGTH);
            case INT -> longs.asInts().slice(AROUND, LENGTH);
            case LONG -> longs.slice(AROUND, LENGTH);
            case FLOAT -> longs.asFloats().slice(AROUND, LENGTH);
            case DOUBLE -> longs.asDoubles().slice(AROUND, LENGTH);
        };
    }

    private static Object value(ElementKind type, int number) {
        return switch (type) {
            case BYTE -> (byte) number;
            case SHORT -> (short) number;
            case INT -> number;
            case LONG -> (long) number;
            case FLOAT -> (float) number;
            case DOUBLE -> (double) number;
        };
    }

    private static Object javaArray(ElementKind type, int length) {
        return switch (type) {
            case BYTE -> new byte[length];
            case SHORT -> new short[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
        };
    }

    /** An element of the memory, from the start of all. */
    private int at(ElementKind type, int index) {
        final long byteOffset = (long) index * type.bytes;
        return switch (type) {
            case BYTE -> memory.get(ValueLayout.JAVA_BYTE, byteOffset);
            case SHORT -> memory.get(ValueLayout.JAVA_SHORT, byteOffset);
            case INT -> memory.get(ValueLayout.JAVA_INT, byteOffset);
            case LONG -> (int) memory.get(ValueLayout.JAVA_LONG, byteOffset);
            case FLOAT -> (int) memory.get(ValueLayout.JAVA_FLOAT, byteOffset);
            case DOUBLE -> (int) memory.get(ValueLayout.JAVA_DOUBLE, byteOffset);
        };
    }

    private List<Integer> elements(ElementKind type) {
        return IntStream.range(0, ALL).mapToObj(index -> at(type, index)).toList();
    }

    /** Element {@code i} of the memory becomes {@code i + 1}. */
    private void number(ElementKind type) throws ReflectiveOperationException {
        final SymmetricArray whole = (SymmetricArray)
                SymmetricArray.class.getMethod("as" + plural(type)).invoke(longs);
        for (int i = 0; i < ALL; i++) {
            call(whole, "set", (long) i, value(type, i + 1));
        }
    }

    private static String plural(ElementKind type) {
        return type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT) + "s";
    }

    /** Calls a method of boxed arguments; passes on what it throws. */
    private static Object call(Object target, String name, Object... arguments) throws ReflectiveOperationException {
        final Class<?>[] types = Arrays.stream(arguments)
                .map(argument ->
                        MethodType.methodType(argument.getClass()).unwrap().returnType())
                .toArray(Class<?>[]::new);
        try {
            return target.getClass().getMethod(name, types).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e);
        }
    }

    private static RuntimeException thrown(InvocationTargetException e) {
        return e.getCause() instanceof RuntimeException exception ? exception : new IllegalStateException(e);
    }

    private static boolean isRange(int index, int nelems, int length) {
        return index >= 0 && nelems >= 0 && index + nelems <= length;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAccessOneElement(ElementKind type) throws ReflectiveOperationException {
        final SymmetricArray array = array(type);
        assertEquals(LENGTH, array.length());
        assertEquals(type.bytes, array.elementBytes());
        int number = 40;
        for (String order : List.of("", "Release", "Volatile")) {
            final String setter = "set" + order;
            final String getter = order.equals("Release") ? "getAcquire" : "get" + order;
            for (int i = 0; i < LENGTH; i++) {
                number(type);
                call(array, setter, (long) i, value(type, ++number));
                assertEquals(value(type, number), call(array, getter, (long) i));
                for (int other = 0; other < ALL; other++) {
                    assertEquals(other == AROUND + i ? number : other + 1, at(type, other));
                }
            }
            for (long none : new long[] {-1, LENGTH, Long.MAX_VALUE, Long.MIN_VALUE}) {
                final Object value = value(type, 1);
                assertThrows(IndexOutOfBoundsException.class, () -> call(array, setter, none, value));
                assertThrows(IndexOutOfBoundsException.class, () -> call(array, getter, none));
            }
        }
        call(array, "set", value(type, 99));
        assertEquals(99, at(type, AROUND));
        assertEquals(value(type, 99), call(array, "get"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFillAndCopyAll(ElementKind type) throws ReflectiveOperationException {
        number(type);
        final SymmetricArray array = array(type);
        final Object copy = call(array, "toArray");
        assertEquals(LENGTH, Array.getLength(copy));
        for (int i = 0; i < LENGTH; i++) {
            assertEquals(value(type, AROUND + i + 1), Array.get(copy, i));
        }
        final Buffer buffer = (Buffer) call(array, "buffer");
        assertEquals(LENGTH, buffer.capacity());
        assertTrue(buffer.isDirect());
        call(array, "fill", value(type, 77));
        assertEquals(List.of(1, 2, 77, 77, 77, 77, 77, 77, 9, 10), elements(type));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCopyRangesToAndFromJavaArrays(ElementKind type) throws ReflectiveOperationException {
        final SymmetricArray array = array(type);
        final int javaLength = LENGTH - 1;
        for (int index = -1; index <= LENGTH + 1; index++) {
            for (int javaIndex = -1; javaIndex <= LENGTH; javaIndex++) {
                for (int nelems = -1; nelems <= LENGTH + 1; nelems++) {
                    number(type);
                    final Object java = javaArray(type, javaLength);
                    final boolean isRefused =
                            !isRange(index, nelems, LENGTH) || !isRange(javaIndex, nelems, javaLength);
                    for (String name : List.of("copyTo", "copyFrom")) {
                        final Object[] arguments = {(long) index, java, (long) javaIndex, (long) nelems};
                        if (isRefused) {
                            assertThrows(IndexOutOfBoundsException.class, () -> call(array, name, arguments));
                        } else {
                            call(array, name, arguments);
                        }
                        if (name.equals("copyTo")) {
                            for (int i = 0; i < javaLength; i++) {
                                final boolean isCopied = !isRefused && i >= javaIndex && i < javaIndex + nelems;
                                final int wanted = isCopied ? AROUND + index + i - javaIndex + 1 : 0;
                                assertEquals(value(type, wanted), Array.get(java, i));
                                Array.set(java, i, value(type, 50 + i));
                            }
                        }
                    }
                    for (int i = 0; i < ALL; i++) {
                        final int at = i - AROUND;
                        final boolean isCopied = !isRefused && at >= index && at < index + nelems;
                        assertEquals(isCopied ? 50 + at - index + javaIndex : i + 1, at(type, i));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCopyRangesWithin(ElementKind type) throws ReflectiveOperationException {
        final SymmetricArray array = array(type);
        for (int from = -1; from <= LENGTH + 1; from++) {
            for (int to = -1; to <= LENGTH + 1; to++) {
                for (int nelems = -1; nelems <= LENGTH + 1; nelems++) {
                    number(type);
                    final Object[] arguments = {(long) from, (long) to, (long) nelems};
                    final boolean isRefused = !isRange(from, nelems, LENGTH) || !isRange(to, nelems, LENGTH);
                    if (isRefused) {
                        assertThrows(IndexOutOfBoundsException.class, () -> call(array, "copyWithin", arguments));
                    } else {
                        call(array, "copyWithin", arguments);
                    }
                    for (int i = 0; i < ALL; i++) {
                        final int at = i - AROUND;
                        final boolean isCopied = !isRefused && at >= to && at < to + nelems;
                        assertEquals(isCopied ? i + 1 - to + from : i + 1, at(type, i));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeParts(ElementKind type) throws ReflectiveOperationException {
        final SymmetricArray array = array(type);
        for (int index = -1; index <= LENGTH + 1; index++) {
            final long start = index;
            for (int nelems = -1; nelems <= LENGTH + 1; nelems++) {
                final long count = nelems;
                if (isRange(index, nelems, LENGTH)) {
                    check(array, (SymmetricArray) call(array, "slice", start, count), index, nelems);
                } else {
                    assertThrows(IndexOutOfBoundsException.class, () -> call(array, "slice", start, count));
                }
            }
            if (isRange(index, 0, LENGTH)) {
                check(array, (SymmetricArray) call(array, "at", start), index, LENGTH - index);
            } else {
                assertThrows(IndexOutOfBoundsException.class, () -> call(array, "at", start));
            }
        }
    }

    private static void check(SymmetricArray array, SymmetricArray part, int index, int nelems) {
        assertEquals(nelems, part.length());
        assertEquals((long) nelems * array.elementBytes(), part.byteLength());
        assertEquals(array.offset() + (long) index * array.elementBytes(), part.offset());
        assertEquals(array.address + (long) index * array.elementBytes(), part.address);
        assertSame(array.getClass(), part.getClass());
        assertSame(array.allocation, part.allocation);
    }

    /** From any place, of any length, if both are multiples of the size of an element. */
    @ParameterizedTest
    @EnumSource
    void shouldBeSeenAsElementsOfAnotherSize(ElementKind type) throws ReflectiveOperationException {
        final SymmetricBytes bytes = longs.asBytes();
        for (int start = 0; start < 2 * Long.BYTES; start++) {
            for (int length = 0; length < 2 * Long.BYTES; length++) {
                final SymmetricBytes part = bytes.slice(start, length);
                if (start % type.bytes == 0 && length % type.bytes == 0) {
                    final SymmetricArray view = (SymmetricArray) call(part, "as" + plural(type));
                    assertEquals(length / type.bytes, view.length());
                    assertEquals(part.address, view.address);
                    assertEquals(part.offset, view.offset);
                    assertEquals("Symmetric" + plural(type), view.getClass().getSimpleName());
                } else {
                    final String text = assertThrows(
                                    IllegalArgumentException.class, () -> call(part, "as" + plural(type)))
                            .getMessage();
                    final int over = start % type.bytes;
                    assertTrue(
                            text.contains(
                                    over != 0
                                            ? "starts " + over + " bytes after a multiple of " + type.bytes + " bytes"
                                            : "has " + length + " bytes, which is no whole number"),
                            text);
                }
            }
        }
    }

    /** Nobody accesses the memory. */
    @ParameterizedTest
    @EnumSource
    void shouldHaveBuffersOfUpToTwoGigabytes(ElementKind type) throws ReflectiveOperationException {
        final long most = (long) (Integer.MAX_VALUE - 8) / type.bytes;
        final Allocation large = new Allocation(64, 1L << 40, 1L << 33, Long.BYTES, 0, null);
        final SymmetricArray array =
                (SymmetricArray) call(new SymmetricLongs(large, 64, 1L << 40, 1L << 30), "as" + plural(type));
        final SymmetricArray largest = (SymmetricArray) call(array, "slice", 0L, most);
        assertEquals(most, ((Buffer) call(largest, "buffer")).capacity());
        final SymmetricArray larger = (SymmetricArray) call(array, "slice", 0L, most + 1);
        final String text = assertThrows(IllegalArgumentException.class, () -> call(larger, "buffer"))
                .getMessage();
        assertTrue(text.contains("a buffer has at most 2147483639"), text);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadMessages(ElementKind type) throws ReflectiveOperationException {
        number(type);
        final MessageView view = new MessageView(Local.MEMORY);
        final String getter = "get" + plural(type).replaceFirst("s$", "");
        for (int extra = 0; extra < type.bytes; extra++) { // that are no element
            view.show(memory.address() + (long) AROUND * type.bytes)
                    .set(3, 4, (long) LENGTH * type.bytes + extra, type);
            for (int i = 0; i < LENGTH; i++) {
                assertEquals(value(type, AROUND + i + 1), call(view, getter, (long) i));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> call(view, getter, -1L));
            assertThrows(IndexOutOfBoundsException.class, () -> call(view, getter, (long) LENGTH));
            for (int start = -1; start <= LENGTH + 1; start++) {
                for (int nelems = -1; nelems <= LENGTH + 1; nelems++) {
                    final Object java = javaArray(type, LENGTH + 2);
                    final Object[] arguments = {(long) start, java, 1, nelems};
                    final boolean isRefused = !isRange(start, nelems, LENGTH);
                    if (isRefused) {
                        assertThrows(IndexOutOfBoundsException.class, () -> call(view, "copy", arguments));
                    } else {
                        call(view, "copy", arguments);
                    }
                    for (int i = 0; i < LENGTH + 2; i++) {
                        final boolean isCopied = !isRefused && i >= 1 && i < 1 + nelems;
                        assertEquals(value(type, isCopied ? AROUND + start + i : 0), Array.get(java, i));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShareMemory(ElementKind type) throws ReflectiveOperationException {
        final Class<?> shared = Class.forName("org.jshmem.Shared" + plural(type));
        for (long nelems : new long[] {1, 7, Long.MAX_VALUE / type.bytes}) {
            final SymmetricArray array = (SymmetricArray) allocate(shared, nelems);
            assertEquals(nelems, array.length());
            assertEquals(nelems * type.bytes, array.allocation.bytes);
            assertSame(type, StubProvider.allocatedType);
            assertEquals(0, StubProvider.sharedAlignment);
            assertEquals(nelems, aligned(shared, nelems, 64).length());
            assertEquals(64, StubProvider.sharedAlignment);
        }
        assertNull(allocate(shared, 0L));
        for (long nelems : new long[] {-1, type.bytes == 1 ? -2 : Long.MAX_VALUE / type.bytes + 1}) {
            assertThrows(IllegalArgumentException.class, () -> allocate(shared, nelems));
        }
        assertThrows(IllegalArgumentException.class, () -> aligned(shared, 1, 4));
        final SharedArray array = (SharedArray) allocate(shared, 3L);
        assertEquals(StubProvider.HANDLE, array.handle());
        assertEquals(StubProvider.OWNER, array.owner());
        final SymmetricArray larger = (SymmetricArray) call(array, "realloc", 5L);
        assertEquals(5, larger.length());
        assertEquals(5L * type.bytes, larger.allocation.bytes);
        StubProvider.freed = null;
        assertNull(call(larger, "realloc", 0L));
        assertSame(larger.allocation, StubProvider.freed);
        final Object found = shared.getMethod("of", long.class).invoke(null, 17L);
        assertEquals(5 * Long.BYTES / type.bytes, ((SymmetricArray) found).length());
        assertSame(type, StubProvider.allocatedType);
        assertSame(found, shared.getMethod("of", long.class).invoke(null, 17L), "the array that is known");
        assertNotEquals(found, shared.getMethod("of", long.class).invoke(null, 18L));
    }

    private static Object allocate(Class<?> shared, long nelems) throws ReflectiveOperationException {
        return invoke(shared, new Class<?>[] {long.class}, nelems);
    }

    private static SymmetricArray aligned(Class<?> shared, long nelems, long alignment)
            throws ReflectiveOperationException {
        return (SymmetricArray) invoke(shared, new Class<?>[] {long.class, long.class}, nelems, alignment);
    }

    private static Object invoke(Class<?> shared, Class<?>[] types, Object... arguments)
            throws ReflectiveOperationException {
        try {
            return shared.getMethod("allocate", types).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e);
        }
    }
}
