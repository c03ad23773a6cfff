package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.Requirement;

/**
 * The C library of this module, compiled.
 *
 * @param file of the library
 * @param launcher which takes the number of PEs and a command
 */
record CLibrary(Path file, Path launcher) {
    private static final Path SOURCES = Path.of("src/main/c").toAbsolutePath();
    private static final long COMPILE_SECONDS = 200;

    /** Compiles it into a directory, where there is a compiler. */
    static CLibrary compile(Path directory, String... options) throws IOException, InterruptedException {
        Requirement.C_COMPILER.need();
        final CLibrary library = new CLibrary(directory.resolve("libsubject.so"), directory.resolve("run"));
        final List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1"));
        command.addAll(List.of(options));
        command.addAll(List.of("-fPIC", "-shared", "-o", library.file.toString(), source("subject.c"), "-lpthread"));
        run(directory, command);
        run(directory, List.of("cc", "-std=gnu11", "-O1", "-o", library.launcher.toString(), source("run.c")));
        return library;
    }

    private static String source(String name) {
        return SOURCES.resolve(name).toString();
    }

    /** The compiler of programs that use it. */
    String oshcc() {
        final Path directory = file.getParent();
        return "cc -I" + SOURCES + " -L" + directory + " -Wl,--no-as-needed -lsubject -Wl,-rpath," + directory;
    }

    private static void run(Path directory, List<String> command) throws IOException, InterruptedException {
        final Path said = directory.resolve("said.txt");
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(process.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS), () -> String.join(" ", command));
            assertEquals(0, process.exitValue(), Files.readString(said));
        } finally {
            process.destroyForcibly();
        }
    }
}
