package org.jshmem.internal;

/** Where a program has allocated something, for the leak reports. */
final class Origin {
    private Origin() {}

    /** The first frame of a stack that is not the library's: {@code ", allocated at …"}, or nothing. */
    static String of(Throwable stack) {
        for (StackTraceElement frame : stack.getStackTrace()) {
            final String name = frame.getClassName();
            final boolean isLibrary = name.startsWith("org.jshmem.internal")
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
