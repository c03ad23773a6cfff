package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which file the JVM of this test logs its collections to. */
@Timeout(60)
class JvmEventsTest {
    private static final String BY_LAUNCHER = "org.jshmem.trace.jvm";

    @TempDir
    private Path directory;

    @AfterEach
    void clear() {
        System.clearProperty(BY_LAUNCHER);
    }

    private static void awaitCollection(Path log) throws IOException, InterruptedException {
        while (!Files.exists(log) || !Files.readString(log).contains("Pause")) {
            System.gc();
            Thread.sleep(5);
        }
    }

    @Test
    void shouldLogIntoAFileWithABlankInItsName() throws Exception {
        final Path log = directory.resolve("one of two");
        JvmEvents.log(log, true);
        awaitCollection(log);
    }

    /** For the first, the JVM has an option. */
    @Test
    void shouldLogLaterSessionsUnderShmemrun() throws Exception {
        System.setProperty(BY_LAUNCHER, "true");
        final Path first = directory.resolve("first");
        JvmEvents.log(first, true);
        final Path second = directory.resolve("second");
        JvmEvents.log(second, false);
        awaitCollection(second);
        assertFalse(Files.exists(first));
    }
}
