package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SignalGuardTest {
    /** A thread of its own may load the library then, without a change of the environment beside other threads. */
    @Test
    @SuppressWarnings("restricted") // getenv returns a C string
    void shouldChangeTheEnvironmentBeforeTheLibraryIsLoaded() throws Throwable {
        Libfabric.prepare();
        final Linker linker = Linker.nativeLinker();
        final MethodHandle getenv = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("getenv"),
                FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment value = (MemorySegment) getenv.invokeExact(arena.allocateFrom("IPATH_NO_BACKTRACE"));
            assertEquals("1", value.reinterpret(Short.BYTES).getString(0));
        }
    }
}
