package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each form that allocates asks the runtime for the bytes of its elements, and for what else it was given. */
class AllocationFormsTest {
    private static final long NELEMS = 5;
    private static final long ALIGNMENT = 64;
    private static final long HINTS = Shmem.MALLOC_ATOMICS_REMOTE;

    static Stream<Arguments> forms() {
        return Arrays.stream(Shmem.class.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getName().matches("(malloc|calloc|align|realloc).*"))
                .sorted(Comparator.comparing(Method::toString))
                .flatMap(method -> Arrays.stream(ElementKind.values())
                        .filter(type -> method.getReturnType().getSimpleName().equals("Symmetric" + plural(type)))
                        .map(type -> Arguments.of(method, type)));
    }

    private static String plural(ElementKind type) {
        final String name = type.toString();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT) + "s";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void shouldAskForTheBytesOfItsElements(Method form, ElementKind type) throws Exception {
        final String name = form.getName();
        final SymmetricArray array = call(form, type, NELEMS);
        assertEquals(NELEMS * type.bytes, array.allocation.bytes);
        assertEquals(name.startsWith("align") ? ALIGNMENT : 0, array.allocation.alignment);
        assertEquals(name.endsWith("WithHints") ? HINTS : 0, array.allocation.hints);
        assertEquals(NELEMS, array.length());
        assertEquals(type, StubProvider.allocatedType);
        final String call = ((AllocationCall) array.allocation.record).name().replace("_", "");
        final String routine = name.replace("realloc", "malloc").replace(plural(type), "");
        assertTrue(call.equalsIgnoreCase(routine), call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void shouldRefuseMoreBytesThanANumberHas(Method form, ElementKind type) throws Exception {
        final long most = Long.MAX_VALUE / type.bytes;
        assertEquals(most * type.bytes, call(form, type, most).allocation.bytes);
        for (long nelems : new long[] {-1, most + 1}) { // for bytes, one more is negative
            final Throwable error = assertThrows(InvocationTargetException.class, () -> call(form, type, nelems))
                    .getCause();
            assertInstanceOf(IllegalArgumentException.class, error);
            assertTrue(error.getMessage().startsWith("nelems=" + nelems + " of " + type.bytes + " bytes"));
        }
    }

    private static SymmetricArray call(Method form, ElementKind type, long nelems) throws Exception {
        final String name = form.getName();
        if (name.equals("realloc")) {
            final Object before =
                    Shmem.class.getMethod("malloc" + plural(type), long.class).invoke(null, NELEMS);
            return (SymmetricArray) form.invoke(null, before, nelems);
        } else if (name.startsWith("align")) {
            return (SymmetricArray) form.invoke(null, ALIGNMENT, nelems);
        }
        return (SymmetricArray)
                (name.endsWith("WithHints") ? form.invoke(null, nelems, HINTS) : form.invoke(null, nelems));
    }

    @Test
    void shouldRefuseUnknownHintsAndAlignments() {
        final long known = Shmem.MALLOC_ATOMICS_REMOTE | Shmem.MALLOC_SIGNAL_REMOTE;
        assertEquals(3, Shmem.mallocLongsWithHints(1, known).allocation.hints);
        assertThrows(IllegalArgumentException.class, () -> Shmem.mallocLongsWithHints(1, known + 1));
        assertThrows(IllegalArgumentException.class, () -> Shmem.alignLongs(4, 1));
        assertEquals(3, Shmem.realloc((SymmetricLongs) null, 3).length());
    }

    /** None of the types lacks a form. */
    @ParameterizedTest
    @MethodSource("names")
    void shouldExistForEachType(String name) {
        assertEquals(
                ElementKind.values().length,
                forms().map(form -> (Method) form.get()[0])
                        .filter(method -> method.getName().matches(name))
                        .count());
    }

    static Stream<String> names() {
        return Stream.of("malloc[A-Z][a-z]+s", "calloc.*", "align.*", "malloc.*WithHints", "realloc");
    }
}
