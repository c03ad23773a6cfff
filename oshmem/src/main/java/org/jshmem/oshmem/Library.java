package org.jshmem.oshmem;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A C library that is loaded with its symbols open to others, as plug-ins of MPI libraries need it, and its functions.
 *
 * <p>All functions are called with one shape, six longs and a long result: a function ignores surplus arguments, and
 * takes of each what its type needs. Each further shape would cost a starting JVM over ten milliseconds.
 */
public final class Library {
    private static final int RTLD_LAZY = 1;
    private static final int RTLD_NOW = 2;
    private static final int RTLD_NOLOAD = 4;
    private static final int RTLD_GLOBAL = 0x100;
    private static final int RTLD_NODELETE = 0x1000;

    private static final MethodHandle CALL = link();
    private static final MemorySegment DLOPEN = ofProcess("dlopen");
    private static final MemorySegment DLSYM = ofProcess("dlsym");
    private static final MemorySegment DLERROR = ofProcess("dlerror");
    private static final MemorySegment SETENV = ofProcess("setenv");
    private static final MemorySegment SIGACTION = ofProcess("sigaction");

    /** At least {@code sizeof(struct sigaction)} of any C library. */
    private static final long SIGACTION_BYTES = 256;

    /** Signals that a program can handle; 32 and 33 are the C library's own. */
    private static final int SIGNALS = 31;

    private final String name;
    private final long handle;

    private Library(String name, long handle) {
        this.name = name;
        this.handle = handle;
    }

    /**
     * Makes this process fit for a library of OpenSHMEM: the symbols by which these find a program's static data, and
     * settings for UCX and Open MPI. Values that the user has set are kept. To be called before the library is loaded.
     *
     * @param needsData whether the library insists on static data, as all but Open MPI do
     */
    public static void prepareProcess(boolean needsData) {
        load(needsData ? StaticData.ofABlock() : StaticData.ofNothing());
        setenv("IPATH_NO_BACKTRACE", "1", false); // of a provider of libfabric, which would take SIGSEGV from the JVM
        setenv("UCX_MEM_EVENTS", "no", false);
        setenv("UCX_ERROR_SIGNALS", "", false);
        setenv("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0", false);
    }

    /**
     * Loads a library.
     *
     * @param name its file, or a name that the loader finds
     * @return the library; null if there is none of this name
     */
    public static Library open(String name) {
        final long[] handle = {0};
        keepHandlers(() -> handle[0] = dlopen(name, RTLD_NOW | RTLD_GLOBAL)); // what it is linked with may set some
        return handle[0] == 0 ? null : new Library(name, handle[0]);
    }

    /** Whether this process has loaded a library before. */
    static boolean isLoaded(String name) {
        return dlopen(name, RTLD_NOW | RTLD_NOLOAD) != 0;
    }

    /**
     * Keeps all libraries of this process mapped when they are closed. {@code shmem_finalize} of Open MPI 4.1 closes
     * plug-ins while a thread of PMIx may still call them, as when another PE has ended.
     */
    static void keepLoaded() {
        try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
            mappings.filter(mapping -> mapping.contains(" r-xp ") && mapping.contains("/") && mapping.contains(".so"))
                    .map(mapping -> mapping.substring(mapping.indexOf('/')))
                    .distinct()
                    .forEach(file -> dlopen(file, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE));
        } catch (IOException e) {
            // Without /proc they are closed as they are in a C program.
        }
    }

    /** Loads an object that is made of bytes. */
    static void load(byte[] object) {
        try {
            final Path file = Files.createTempFile("jshmem-data", ".so");
            try {
                Files.write(file, object);
                if (dlopen(file.toString(), RTLD_NOW | RTLD_GLOBAL) == 0) {
                    throw new IllegalStateException("cannot load " + file + ": " + error());
                }
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot write a file of some hundred bytes to " + System.getProperty("java.io.tmpdir") + " (" + e
                            + "); set -Djava.io.tmpdir to where it can",
                    e);
        }
    }

    private static long dlopen(String name, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return call(DLOPEN, arena.allocateFrom(name).address(), flags, 0, 0, 0, 0);
        }
    }

    /**
     * Why the last library could not be loaded.
     *
     * @return the loader's words
     */
    @SuppressWarnings("restricted") // a C string has no length
    public static String error() {
        final long text = call(DLERROR, 0, 0, 0, 0, 0, 0);
        return text == 0
                ? "no reason given"
                : MemorySegment.ofAddress(text).reinterpret(Integer.MAX_VALUE).getString(0);
    }

    String name() {
        return name;
    }

    /**
     * Whether a function is there.
     *
     * @param function its name
     * @return true if it is
     */
    public boolean has(String function) {
        return address(function) != 0;
    }

    /**
     * A function, or a variable.
     *
     * @param symbol its name
     * @return where it is
     * @throws IllegalStateException if there is none
     */
    public MemorySegment find(String symbol) {
        final long address = address(symbol);
        if (address == 0) {
            throw new IllegalStateException(
                    name + " has no function " + symbol + "; JSHMEM needs a library of OpenSHMEM 1.4 or later");
        }
        return MemorySegment.ofAddress(address);
    }

    private long address(String symbol) {
        try (Arena arena = Arena.ofConfined()) {
            return call(DLSYM, handle, arena.allocateFrom(symbol).address(), 0, 0, 0, 0);
        }
    }

    /** Sets a variable of the environment as C sees it. */
    static void setenv(String variable, String value, boolean overwrites) {
        try (Arena arena = Arena.ofConfined()) {
            call(
                    SETENV,
                    arena.allocateFrom(variable).address(),
                    arena.allocateFrom(value).address(),
                    overwrites ? 1 : 0,
                    0,
                    0,
                    0);
        }
    }

    /**
     * Runs something that may install signal handlers, and puts those of the JVM back.
     *
     * @param act what to run
     */
    public static void keepHandlers(Runnable act) {
        try (Arena arena = Arena.ofConfined()) {
            final long handlers =
                    arena.allocate((SIGNALS + 1) * SIGACTION_BYTES, Long.BYTES).address();
            for (int signal = 1; signal <= SIGNALS; signal++) {
                call(SIGACTION, signal, 0, handlers + signal * SIGACTION_BYTES, 0, 0, 0);
            }
            try {
                act.run();
            } finally {
                for (int signal = 1; signal <= SIGNALS; signal++) {
                    call(SIGACTION, signal, handlers + signal * SIGACTION_BYTES, 0, 0, 0, 0);
                }
            }
        }
    }

    /** Calls a function. */
    static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) CALL.invokeExact(function, a, b, c, d, e, f);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
    }

    private static MemorySegment ofProcess(String function) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(function);
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static MethodHandle link() {
        return Linker.nativeLinker()
                .downcallHandle(FunctionDescriptor.of(
                        JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }
}
