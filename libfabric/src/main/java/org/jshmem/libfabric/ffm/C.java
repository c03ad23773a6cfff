package org.jshmem.libfabric.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;

/**
 * Calls the functions of the C library that are needed to load libfabric. JNA would take tens of milliseconds to create
 * an interface for them.
 */
public final class C {
    private static final MemorySegment SETENV = find("setenv");
    private static final MemorySegment SIGACTION = find("sigaction");
    private static final MemorySegment DLOPEN = find("dlopen");
    private static final MemorySegment DLSYM = find("dlsym");
    private static final MemorySegment DLERROR = find("dlerror");

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

    /** See {@code sigaction(2)}; {@code action} and {@code old} are addresses of {@code struct sigaction}, or 0. */
    public static void sigaction(int signal, long action, long old) {
        Calls.call(SIGACTION, signal, action, old, 0, 0, 0, 0, 0);
    }

    /** See {@code dlopen(3)}; returns 0 if it fails. */
    public static long dlopen(String file, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return Calls.call(DLOPEN, arena.allocateFrom(file).address(), flags, 0, 0, 0, 0, 0, 0);
        }
    }

    /** See {@code dlsym(3)}; returns 0 if it fails. */
    public static long dlsym(long library, String symbol) {
        try (Arena arena = Arena.ofConfined()) {
            return Calls.call(DLSYM, library, arena.allocateFrom(symbol).address(), 0, 0, 0, 0, 0, 0);
        }
    }

    /** See {@code dlerror(3)}: why the last {@link #dlopen} or {@link #dlsym} failed. */
    @SuppressWarnings("restricted") // a C string has no length
    public static String dlerror() {
        final long text = Calls.call(DLERROR, 0, 0, 0, 0, 0, 0, 0, 0);
        return text == 0
                ? ""
                : MemorySegment.ofAddress(text).reinterpret(Long.MAX_VALUE).getString(0);
    }
}
