package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A C library of OpenSHMEM for the library to run over: that of {@code tests/c-subject}, compiled here. */
final class LibraryBelow {
    private static final long COMPILE_SECONDS = 120;

    private final Path sources;
    private final Path directory;

    /** Compiles it into a directory below {@code target}. */
    private LibraryBelow(Path root) {
        sources = root.resolve("tests/c-subject/src/main/c");
        directory = root.resolve("tests/mutation/target/c");
    }

    /** Compiled once, by the compiler {@code cc}. */
    static synchronized LibraryBelow of(Path root) throws IOException, InterruptedException {
        final LibraryBelow library = new LibraryBelow(root);
        if (!Files.exists(library.launcher())) {
            Files.createDirectories(library.directory);
            library.compile("-fPIC", "-shared", "-o", library.file().toString(), "subject.c", "-lpthread");
            library.compile("-o", library.launcher().toString(), "run.c");
        }
        return library;
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
        final Path said = directory.resolve("said.txt");
        final Process process = new ProcessBuilder(words)
                .directory(sources.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!process.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", words) + " fails: " + Files.readString(said));
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
