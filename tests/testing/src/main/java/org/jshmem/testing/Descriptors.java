package org.jshmem.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The open files of this process. */
public final class Descriptors {
    private static final Path OWN = Path.of("/proc/self/fd");

    private Descriptors() {}

    /**
     * Counts those of a kind, since the JVM opens and closes others whenever it likes.
     *
     * @param kind what their names in {@code /proc} contain, as {@code socket:} or {@code [eventfd]}
     * @return how many
     */
    public static long open(String kind) throws IOException {
        try (Stream<Path> files = Files.list(OWN)) {
            return files.filter(file -> isOf(kind, file)).count();
        }
    }

    private static boolean isOf(String kind, Path file) {
        try {
            return Files.readSymbolicLink(file).toString().contains(kind);
        } catch (IOException e) { // it has been closed
            return false;
        }
    }
}
