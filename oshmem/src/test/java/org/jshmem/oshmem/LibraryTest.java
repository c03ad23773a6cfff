package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class LibraryTest {
    /** C programs read them; the user's own values stay. */
    @Test
    void shouldSetVariablesForWhatTheLibraryLoads() throws Throwable {
        final Map<String, String> values = Map.of(
                "IPATH_NO_BACKTRACE", "1",
                "UCX_MEM_EVENTS", "no",
                "UCX_ERROR_SIGNALS", "",
                "OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0");
        Library.prepareProcess(false);
        for (var value : values.entrySet()) {
            assertEquals(value.getValue(), getenv(value.getKey()), value.getKey());
            Library.setenv(value.getKey(), "the user's", true);
        }
        Library.prepareProcess(false);
        for (String name : values.keySet()) {
            assertEquals("the user's", getenv(name), name);
        }
    }

    /** A small library of the C library that a JVM does not need. */
    @SuppressWarnings("restricted") // C functions
    @Test
    void shouldKeepLoadedWhatItsOwnerCloses() throws Throwable {
        final String name = "libBrokenLocale.so.1";
        final Linker linker = Linker.nativeLinker();
        final MethodHandle open = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("dlopen"),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        final MethodHandle close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("dlclose"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
        try (Arena arena = Arena.ofConfined()) {
            for (boolean isKept : new boolean[] {false, true}) {
                final long handle = (long) open.invokeExact(arena.allocateFrom(name), 2);
                assertTrue(handle != 0, "there is no " + name);
                if (isKept) {
                    Library.keepLoaded();
                }
                assertEquals(0, (int) close.invokeExact(handle));
                assertEquals(
                        isKept, Files.readString(Path.of("/proc/self/maps")).contains(name));
            }
        }
    }

    @SuppressWarnings("restricted") // getenv returns a C string
    private static String getenv(String name) throws Throwable {
        final Linker linker = Linker.nativeLinker();
        final MethodHandle getenv = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("getenv"),
                FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment value = (MemorySegment) getenv.invokeExact(arena.allocateFrom(name));
            return value.reinterpret(Short.MAX_VALUE).getString(0);
        }
    }

    @Test
    void shouldKnowWhatIsLoaded() {
        assertTrue(Library.isLoaded("libc.so.6"));
        assertFalse(Library.isLoaded("libthere-is-none.so"));
        assertTrue(Library.error().contains("libthere-is-none.so"));
        assertEquals("no reason given", Library.error());
        final Library found = Library.open("libc.so.6");
        assertEquals("libc.so.6", found.name());
        assertTrue(found.has("getenv"));
        assertFalse(found.has("there_is_none"));
        assertEquals(0, Library.call(found.find("abs"), 0, 0, 0, 0, 0, 0));
        assertEquals(7, (int) Library.call(found.find("abs"), -7, 0, 0, 0, 0, 0));
    }

    /** From the first signal to the last, also if what runs fails. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 11, 30, 31})
    @SuppressWarnings("restricted") // sigaction is of C
    void shouldRestoreHandlers(int signal) throws Throwable {
        final Linker linker = Linker.nativeLinker();
        final MethodHandle sigaction = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("sigaction"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofShared()) {
            final MemorySegment before = arena.allocate(256, 8);
            final MemorySegment after = arena.allocate(256, 8);
            assertEquals(0, (int) sigaction.invokeExact(signal, MemorySegment.NULL, before));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Library.keepHandlers(() -> {
                        change(sigaction, signal, arena);
                        throw new IllegalArgumentException();
                    }));
            assertEquals(0, (int) sigaction.invokeExact(signal, MemorySegment.NULL, after));
            assertEquals(-1, before.asSlice(0, 16).mismatch(after.asSlice(0, 16)));
        }
    }

    /** Another mask is as good to the JVM as its own. */
    private static void change(MethodHandle sigaction, int signal, Arena arena) {
        final MemorySegment changed = arena.allocate(256, 8);
        try {
            assertEquals(0, (int) sigaction.invokeExact(signal, MemorySegment.NULL, changed));
            changed.set(ValueLayout.JAVA_BYTE, 11, (byte) ~changed.get(ValueLayout.JAVA_BYTE, 11));
            assertEquals(0, (int) sigaction.invokeExact(signal, changed, MemorySegment.NULL));
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }
}
