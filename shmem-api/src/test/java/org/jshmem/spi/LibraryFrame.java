package org.jshmem.spi;

import java.util.function.Supplier;

/** A class of the library on the stack. */
public final class LibraryFrame {
    private LibraryFrame() {}

    public static String callSite() {
        return CallSite.here();
    }

    public static String call(Supplier<String> function) {
        return function.get();
    }
}
