package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.CommandOutput;

/** A C library of OpenSHMEM for the library to run over: that of {@code tests/c-subject}, compiled here. */
final class LibraryBelow {
    private static final int COMPILE_SECONDS = 120;

    private static LibraryBelow compiled;

    private final Path sources;
    private final Path directory;

    private LibraryBelow(Path root) {
        sources = root.resolve("tests/c-subject/src/main/c");
        directory = root.resolve("tests/mutation/target/c");
    }

    /** Compiled once in each process, by the compiler {@code cc}. */
    static synchronized LibraryBelow of(Path root) throws IOException, InterruptedException {
        if (compiled == null) {
            final LibraryBelow library = new LibraryBelow(root);
            Files.createDirectories(library.directory);
            library.compile(
                    "-fPIC", "-shared", "-o", library.file().toString(), library.source("subject.c"), "-lpthread");
            library.compile("-o", library.launcher().toString(), library.source("run.c"));
            compiled = library;
        }
        return compiled;
    }

    private String source(String name) {
        return sources.resolve(name).toString();
    }

    /** Starts jobs; takes the number of PEs and a command. */
    Path launcher() {
        return directory.resolve("run");
    }

    Path file() {
        return directory.resolve("libsubject.so");
    }

    private void compile(String... arguments) throws IOException, InterruptedException {
        final List<String> words = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1"));
        words.addAll(List.of(arguments));
        CommandOutput.of(directory, COMPILE_SECONDS, words);
    }
}
