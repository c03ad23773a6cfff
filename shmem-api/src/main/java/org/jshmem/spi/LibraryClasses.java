package org.jshmem.spi;

import java.util.Set;

/** Which classes are of this library and its tools, for reports that show where a program has called it. */
public final class LibraryClasses {
    private static final String LIBRARY = "org.jshmem.";

    /** Packages, besides that of the API. Examples, tests and the kit are programs. */
    private static final Set<String> PACKAGES = Set.of(
            "bootstrap",
            "flow",
            "heap",
            "internal",
            "launcher",
            "libfabric",
            "messages",
            "monitor",
            "oshmem",
            "posix",
            "profiler",
            "shell",
            "spi",
            "trace",
            "transport");

    private LibraryClasses() {}

    /**
     * Whether a class is one of the library or its tools.
     *
     * @param className as {@link Class#getName} gives it
     * @return true for those of the packages {@code org.jshmem}, {@code org.jshmem.internal} and so on
     */
    public static boolean have(String className) {
        if (!className.startsWith(LIBRARY)) {
            return false;
        }
        final int end = className.indexOf('.', LIBRARY.length());
        return end < 0 || PACKAGES.contains(className.substring(LIBRARY.length(), end));
    }
}
