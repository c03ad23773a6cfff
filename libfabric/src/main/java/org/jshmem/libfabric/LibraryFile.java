package org.jshmem.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.libfabric.ffm.C;
import org.jshmem.libfabric.ffm.Calls;

/**
 * Loads the library's file and starts its providers. It calls {@code dlopen} itself, because JNA's
 * {@code NativeLibrary} would first run {@code ldconfig} to search for the library, which takes tens of milliseconds.
 */
final class LibraryFile {
    private final String name;

    /** The handle of {@code dlopen}; 0 if it failed. */
    private final long handle;

    private final String error;

    private LibraryFile(String name) {
        this.name = name;
        this.handle = C.dlopen(name, SignalGuard.LAZY);
        this.error = handle == 0 ? C.dlerror() : null;
        if (handle != 0) {
            startProviders();
        }
    }

    /** Loads the file; called once, by one thread. */
    static LibraryFile load(String name) {
        Rehearsal.begin();
        return SignalGuard.keepHandlers(() -> new LibraryFile(name));
    }

    /** The reason why loading failed; null if it succeeded. */
    String error() {
        return error;
    }

    /** The exported function with a name. */
    Function function(String symbol) {
        return Function.getFunction(new Pointer(address(symbol)));
    }

    private long address(String symbol) {
        final long address = C.dlsym(handle, symbol);
        if (address == 0) {
            throw new FabricException(name + " has no " + symbol + "; libfabric 1.17 or later is needed", null);
        }
        return address;
    }

    /**
     * Starts the providers: the first {@code fi_getinfo} starts all of them, and this one only asks for their names.
     */
    private void startProviders() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment list = arena.allocate(JAVA_LONG);
            final MemorySegment getInfo = Calls.function(address("fi_getinfo"));
            if ((int) Calls.call(getInfo, Libfabric.API_VERSION, 0, 0, Fi.PROV_ATTR_ONLY, 0, list.address(), 0, 0)
                    == 0) {
                Calls.call(Calls.function(address("fi_freeinfo")), list.get(JAVA_LONG, 0), 0, 0, 0, 0, 0, 0, 0);
            }
        }
    }
}
