package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import org.jshmem.libfabric.ffm.C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SignalGuardTest {
    /** Those that HotSpot handles for itself: SIGILL, SIGBUS, SIGFPE, SIGSEGV. */
    private static final int[] OF_HOTSPOT = {4, 7, 8, 11};

    private static final int ACTION_BYTES = 256;

    /** The handler and that set; what follows is not all the kernel's. */
    private static final int KNOWN_BYTES = 2 * Long.BYTES;

    /** In {@code struct sigaction}, behind the handler: a byte of the set of signals that wait while it runs. */
    private static final int MASK_BYTE = Long.BYTES + 3;

    /** Another mask is as good to the JVM as its own. */
    @Test
    void shouldRestoreEachHandlerThatALibraryChanges() {
        try (Arena arena = Arena.ofConfined()) {
            final List<MemorySegment> before = actions(arena);
            for (MemorySegment action : before) {
                assertNotEquals(0, action.get(ValueLayout.JAVA_LONG, 0), "a library that was loaded has reset it");
            }
            final int loaded = SignalGuard.keepHandlers(() -> {
                for (int i = 0; i < OF_HOTSPOT.length; i++) {
                    final MemorySegment changed = arena.allocate(ACTION_BYTES, Long.BYTES);
                    C.sigaction(OF_HOTSPOT[i], 0, changed.address());
                    final byte mask = changed.get(ValueLayout.JAVA_BYTE, MASK_BYTE);
                    changed.set(ValueLayout.JAVA_BYTE, MASK_BYTE, (byte) ~mask);
                    C.sigaction(OF_HOTSPOT[i], changed.address(), 0);
                    assertNotEquals(-1, actions(arena).get(i).mismatch(before.get(i)), "not changed");
                }
                return 4711;
            });
            assertEquals(4711, loaded);
            final List<MemorySegment> after = actions(arena);
            for (int i = 0; i < OF_HOTSPOT.length; i++) {
                assertEquals(-1, after.get(i).mismatch(before.get(i)), "the action of signal " + OF_HOTSPOT[i]);
            }
        }
    }

    private static List<MemorySegment> actions(Arena arena) {
        return Arrays.stream(OF_HOTSPOT)
                .mapToObj(signal -> {
                    final MemorySegment action = arena.allocate(ACTION_BYTES, Long.BYTES);
                    C.sigaction(signal, 0, action.address());
                    return action.asSlice(0, KNOWN_BYTES);
                })
                .toList();
    }

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
