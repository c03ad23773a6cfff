package org.jshmem.spi;

import java.util.regex.Pattern;

/** The command of a PE's JVM, for tools that show it. */
public final class PeCommand {
    /** The class that {@code shmemrun} starts, from a class path or as a module, and which runs the program's. */
    private static final Pattern PE_MAIN =
            Pattern.compile("^(org\\.jshmem\\.bootstrap/)?org\\.jshmem\\.bootstrap\\.PeMain ");

    private PeCommand() {}

    /**
     * The program.
     *
     * @param command as the property {@code sun.java.command} has it
     * @return its main class and arguments
     */
    public static String program(String command) {
        return PE_MAIN.matcher(command).replaceFirst("");
    }
}
