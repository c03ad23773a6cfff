package org.jshmem.tck.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is deleted with all that is in it, also where that was done before. */
record TemporaryDirectory(Path path) implements AutoCloseable {
    TemporaryDirectory() throws IOException {
        this(Files.createTempDirectory("jshmem-tck"));
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> files = Files.walk(path)) {
                files.map(Path::toFile).sorted(Comparator.reverseOrder()).forEach(File::delete);
            }
        }
    }
}
