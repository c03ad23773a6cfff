package org.jshmem.internal.config;

import java.util.ServiceLoader;
import org.jshmem.spi.RuntimeEvents;

/**
 * What the library warns of and goes on. It goes to the logger {@code org.jshmem} of a program that has set up logging:
 * by a {@link System.LoggerFinder}, as SLF4J and Log4j bring one, or by a configuration of {@code java.util.logging}.
 * Of all others it is a line on the standard error, since the JDK's own logging would take two and load a hundred
 * classes.
 */
public final class Warnings {
    private static final String CONFIGURATION = "java.util.logging.config.";

    private Warnings() {}

    /**
     * Warns.
     *
     * @param text a sentence
     */
    public static void say(String text) {
        RuntimeEvents.ALL.problem(text);
        if (hasLogging()) {
            System.getLogger("org.jshmem").log(System.Logger.Level.WARNING, text);
        } else {
            System.err.println("jshmem: " + text);
        }
    }

    private static boolean hasLogging() {
        return System.getProperty(CONFIGURATION + "file") != null
                || System.getProperty(CONFIGURATION + "class") != null
                || ServiceLoader.load(System.LoggerFinder.class, ClassLoader.getSystemClassLoader()).stream()
                        .findFirst()
                        .isPresent();
    }
}
