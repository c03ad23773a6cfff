package org.jshmem.heap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of another JVM with the classes of this one. */
final class ChildJvm {
    private ChildJvm() {}

    static List<String> command(Class<?> main, Object... arguments) {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }
}
