package org.jshmem.launcher;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories of this launcher that only its user may enter. */
final class TemporaryDirectory {
    /** Whether a signal has deleted one of them, and ends the launcher. */
    private static boolean isEnding;

    private TemporaryDirectory() {}

    /** Opens a file. */
    @FunctionalInterface
    interface Opener {
        /** Creates the file if there is none. */
        OutputStream open() throws IOException;
    }

    /**
     * Makes one where the user's environment has temporary files; the JDK does not look there. A signal that ends the
     * launcher at once deletes it.
     *
     * @param content what it is for, in the plural
     */
    static synchronized Path make(String content) {
        final String named = System.getenv("TMPDIR");
        final Path parent = Path.of(named == null || named.isEmpty() ? System.getProperty("java.io.tmpdir") : named);
        final Path[] made = new Path[1];
        LauncherSignals.endAfter(() -> deleteMade(made));
        try {
            made[0] = Files.createTempDirectory(parent, "shmemrun");
            return made[0];
        } catch (IOException e) {
            throw new UsageException(content + " cannot be written to " + parent + " (" + e
                    + "); set TMPDIR to a directory where files can be written");
        }
    }

    /** Opens a file in one; does not return if a signal ends the launcher, which would leave the file. */
    static OutputStream open(Opener file) throws IOException {
        synchronized (TemporaryDirectory.class) {
            while (isEnding) {
                try {
                    TemporaryDirectory.class.wait();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException("the launcher ends");
                }
            }
            return file.open();
        }
    }

    /** Waits for {@link #make} and {@link #open}. */
    private static synchronized void deleteMade(Path[] made) {
        isEnding = true;
        if (made[0] != null) {
            delete(made[0]);
        }
    }

    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            System.err.println("shmemrun: " + directory + " cannot be deleted: " + e);
        }
    }
}
