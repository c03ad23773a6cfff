package org.jshmem.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.Requirement;

/**
 * The C library of this module, compiled.
 *
 * @param file of the library
 * @param launcher which takes the number of PEs and a command
 */
record CLibrary(Path file, Path launcher) {
    private static final Path SOURCES = Path.of("src/main/c").toAbsolutePath();
    private static final int COMPILE_SECONDS = 200;

    private static CLibrary shared;

    /** The library of all test classes, compiled by the first, where there is a compiler. */
    static synchronized CLibrary shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = compile(Files.createDirectories(Path.of("target/c-library").toAbsolutePath()));
        }
        return shared;
    }

    /** Compiles it into a directory, where there is a compiler. */
    static CLibrary compile(Path directory, String... options) throws IOException, InterruptedException {
        Requirement.C_COMPILER.need();
        final CLibrary library = new CLibrary(directory.resolve("libsubject.so"), directory.resolve("run"));
        final List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1"));
        command.addAll(List.of(options));
        command.addAll(List.of("-fPIC", "-shared", "-o", library.file.toString(), source("subject.c"), "-lpthread"));
        CommandOutput.of(directory, COMPILE_SECONDS, command);
        CommandOutput.of(
                directory,
                COMPILE_SECONDS,
                List.of("cc", "-std=gnu11", "-O1", "-o", library.launcher.toString(), source("run.c")));
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
}
