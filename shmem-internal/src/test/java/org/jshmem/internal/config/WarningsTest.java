package org.jshmem.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WarningsTest {
    @TempDir
    private Path directory;

    /** What a JVM prints that warns. */
    private String warn(String... options) throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(options));
        command.addAll(List.of(Warns.class.getName()));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path") + ":" + directory);
        final Process process = builder.start();
        final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text;
    }

    @Test
    void shouldPrintALineWhereNothingIsSetUp() throws Exception {
        assertEquals("jshmem: mind this\n", warn());
    }

    @Test
    void shouldGoToAConfiguredLogger() throws Exception {
        final Path file = Files.writeString(
                directory.resolve("logging.properties"),
                "handlers=java.util.logging.ConsoleHandler\n"
                        + "java.util.logging.SimpleFormatter.format=%4$s|%3$s|%5$s%n\n");
        assertEquals("WARNING|org.jshmem|mind this\n", warn("-Djava.util.logging.config.file=" + file));
    }

    @Test
    void shouldGoToTheProgramsOwnLogging() throws Exception {
        final Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve("java.lang.System$LoggerFinder"), Finder.class.getName());
        final String text = warn();
        assertTrue(text.contains("own logging: org.jshmem WARNING mind this"), text);
        assertTrue(!text.contains("jshmem: mind this"), text);
    }

    /** The program. */
    static final class Warns {
        private Warns() {}

        static void main() {
            Warnings.say("mind this");
        }
    }

    /** A program's own logging. */
    public static final class Finder extends System.LoggerFinder {
        @Override
        public System.Logger getLogger(String name, Module module) {
            return new System.Logger() {
                @Override
                public String getName() {
                    return name;
                }

                @Override
                public boolean isLoggable(Level level) {
                    return true;
                }

                @Override
                public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
                    System.out.println("own logging: " + name + " " + level + " " + message);
                }

                @Override
                public void log(Level level, ResourceBundle bundle, String format, Object... values) {
                    log(level, bundle, format, (Throwable) null);
                }
            };
        }
    }
}
