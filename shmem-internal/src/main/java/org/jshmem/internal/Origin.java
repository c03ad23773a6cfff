package org.jshmem.internal;

/** Finds the place in a program that made an allocation, for the leak reports. */
final class Origin {
    private static final String LIBRARY = "org.jshmem.";

    private Origin() {}

    /**
     * The frame of a stack that has called the library, as {@code ", allocated at …"}; an empty text if there is none.
     * Tools stand between what the program calls and what allocates.
     */
    static String of(Throwable stack) {
        final StackTraceElement[] frames = stack.getStackTrace();
        int at = 0;
        while (at < frames.length && !isCalledByPrograms(frames[at].getClassName())) {
            at++;
        }
        while (at < frames.length && isLibrary(frames[at].getClassName())) {
            at++;
        }
        return at < frames.length ? ", allocated at " + frames[at] : "";
    }

    private static boolean isLibrary(String name) {
        return isCalledByPrograms(name) || name.startsWith(LIBRARY + "internal.") || name.startsWith(LIBRARY + "spi.");
    }

    private static boolean isCalledByPrograms(String name) {
        return name.startsWith(LIBRARY)
                && (name.indexOf('.', LIBRARY.length()) < 0
                        || name.startsWith(LIBRARY + "flow.")
                        || name.startsWith(LIBRARY + "messages."));
    }
}
