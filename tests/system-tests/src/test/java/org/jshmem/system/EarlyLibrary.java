package org.jshmem.system;

import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.shutdown;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;

/**
 * A program that loads the C library of OpenSHMEM before init, as a library of its own that is linked with it would.
 */
final class EarlyLibrary {
    private EarlyLibrary() {}

    @SuppressWarnings("restricted") // loading C is the purpose of this program
    public static void main(String[] args) {
        SymbolLookup.libraryLookup("liboshmem.so.40", Arena.global());
        init();
        shutdown();
    }
}
