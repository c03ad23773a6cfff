package org.jshmem.oshmem;

import java.lang.foreign.MemorySegment;

/**
 * The functions of a library that take a context, or the same for the default context, which take none: its value
 * differs from library to library.
 */
final class ContextFunctions {
    final MemorySegment putmem;
    final MemorySegment putmemNbi;
    final MemorySegment getmem;
    final MemorySegment getmemNbi;
    final MemorySegment longP;
    final MemorySegment fence;
    final MemorySegment quiet;

    /** By ordinal. */
    private final MemorySegment[] atomics32;

    private final MemorySegment[] atomics64;

    private ContextFunctions(Library library, String prefix) {
        putmem = library.find(prefix + "putmem");
        putmemNbi = library.find(prefix + "putmem_nbi");
        getmem = library.find(prefix + "getmem");
        getmemNbi = library.find(prefix + "getmem_nbi");
        longP = library.find(prefix + "long_p");
        fence = library.find(prefix + "fence");
        quiet = library.find(prefix + "quiet");
        atomics32 = atomics(library, prefix, "int");
        atomics64 = atomics(library, prefix, "long");
    }

    static ContextFunctions ofDefault(Library library) {
        return new ContextFunctions(library, "shmem_");
    }

    static ContextFunctions ofCreated(Library library) {
        return new ContextFunctions(library, "shmem_ctx_");
    }

    private static MemorySegment[] atomics(Library library, String prefix, String type) {
        final AtomicFunction[] all = AtomicFunction.values();
        final MemorySegment[] found = new MemorySegment[all.length];
        for (int i = 0; i < all.length; i++) {
            found[i] = library.find(prefix + all[i].suffix(type));
        }
        return found;
    }

    @SuppressWarnings("EnumOrdinal") // an index
    MemorySegment atomic(AtomicFunction function, int bytes) {
        return (bytes == Integer.BYTES ? atomics32 : atomics64)[function.ordinal()];
    }
}
