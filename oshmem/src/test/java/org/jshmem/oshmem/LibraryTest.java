package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LibraryTest {
    /** C programs read them; the user's own values stay. */
    @Test
    void shouldSetVariablesForWhatTheLibraryLoads() throws Throwable {
        Library.setenv("UCX_MEM_EVENTS", "yes", true);
        Library.prepareProcess(false);
        assertEquals("yes", getenv("UCX_MEM_EVENTS"));
        assertEquals("1", getenv("IPATH_NO_BACKTRACE"));
        assertEquals("", getenv("UCX_ERROR_SIGNALS"));
        assertEquals("0", getenv("OMPI_MCA_opal_common_ucx_opal_mem_hooks"));
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
}
