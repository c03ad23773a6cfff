package org.jshmem.libfabric.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;

/** The functions of the C library that {@code SignalGuard} needs. JNA would take tens of milliseconds to make an interface of them. */
public final class C {
    private static final MemorySegment SETENV = find("setenv");
    private static final MemorySegment SIGACTION = find("sigaction");

    private C() {}

    private static MemorySegment find(String function) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(function);
    }

    /** See {@code setenv(3)}. */
    public static void setenv(String name, String value, boolean overwrites) {
        try (Arena arena = Arena.ofConfined()) {
            Calls.call(
                    SETENV,
                    arena.allocateFrom(name).address(),
                    arena.allocateFrom(value).address(),
                    overwrites ? 1 : 0,
                    0,
                    0,
                    0,
                    0,
                    0);
        }
    }

    /** See {@code sigaction(2)}; addresses of {@code struct sigaction}, or 0. */
    public static void sigaction(int signal, long action, long old) {
        Calls.call(SIGACTION, signal, action, old, 0, 0, 0, 0, 0);
    }
}
