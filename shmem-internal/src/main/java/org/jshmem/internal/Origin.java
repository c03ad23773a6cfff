package org.jshmem.internal;

/** Finds the place in a program that made an allocation, for the leak reports. */
final class Origin {
    private Origin() {}

    /**
     * The first frame of a stack outside of the library, as {@code ", allocated at …"}; an empty text if there is none.
     */
    static String of(Throwable stack) {
        for (StackTraceElement frame : stack.getStackTrace()) {
            final String name = frame.getClassName();
            final boolean isLibrary = name.startsWith("org.jshmem.internal")
                    || name.startsWith("org.jshmem.flow.")
                    || name.equals("org.jshmem.Shmem")
                    || name.startsWith("org.jshmem.Shared")
                    || name.startsWith("org.jshmem.spi.");
            if (!isLibrary) {
                return ", allocated at " + frame;
            }
        }
        return "";
    }
}
