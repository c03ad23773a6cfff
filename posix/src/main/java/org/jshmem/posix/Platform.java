package org.jshmem.posix;

/**
 * The systems that the library runs on. The numbers of system calls and of flags in {@link Libc} are theirs; elsewhere
 * the same numbers are other calls.
 */
public final class Platform {
    private static final String AARCH64 = "aarch64";

    private Platform() {}

    /** Why the library does not run in this JVM, with the remedy; null if it does. */
    public static String objection() {
        return objection(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    private static String objection(String system, String architecture) {
        return system.equals("Linux") && (architecture.equals("amd64") || architecture.equals(AARCH64))
                ? null
                : "JSHMEM runs on Linux on x86-64 or aarch64, and this is os.name=" + system + ", os.arch="
                        + architecture + "; run the program on one of those, for instance in a virtual machine";
    }

    /**
     * Whether this is aarch64 and not x86-64.
     *
     * @throws UnsupportedOperationException where it is neither, or not Linux
     */
    static boolean isAarch64() {
        final String objection = objection();
        if (objection != null) {
            throw new UnsupportedOperationException(objection);
        }
        return System.getProperty("os.arch").equals(AARCH64);
    }
}
