package org.jshmem.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories of this launcher that only its user may enter. */
final class TemporaryDirectory {
    private TemporaryDirectory() {}

    /**
     * Makes one where the user's environment has temporary files; the JDK does not look there.
     *
     * @param content what it is for, in the plural
     */
    static Path make(String content) {
        final String named = System.getenv("TMPDIR");
        final Path parent = Path.of(named == null || named.isEmpty() ? System.getProperty("java.io.tmpdir") : named);
        try {
            return Files.createTempDirectory(parent, "shmemrun");
        } catch (IOException e) {
            throw new UsageException(content + " cannot be written to " + parent + " (" + e
                    + "); set TMPDIR to a directory where files can be written");
        }
    }

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            System.err.println("shmemrun: " + directory + " cannot be deleted: " + e);
        }
    }
}
