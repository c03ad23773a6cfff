package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jshmem.internal.config.Configuration;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LibraryWatchTest {
    private static Configuration limit(int seconds) {
        return Configuration.of(Map.of("SHMEM_INIT_TIMEOUT", Integer.toString(seconds)), new Properties());
    }

    /** A process whose library does not start in time. */
    static final class Waits {
        static void main(String... arguments) throws InterruptedException {
            final LibraryWatch _ = LibraryWatch.of(limit(1));
            Thread.sleep(20_000);
        }
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndAProcessWhoseLibraryStartsTooSlowly() throws Exception {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waits.class.getName())
                .redirectErrorStream(true)
                .start();
        final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(124, process.waitFor(), text);
        assertEquals(
                "jshmem: the process " + process.pid() + " waited for longer than SHMEM_INIT_TIMEOUT=1 seconds for"
                        + " the other PEs to call init(), in the C library of OpenSHMEM",
                text.strip());
    }

    @Test
    void shouldWatchUntilTheLibraryHasStarted() throws InterruptedException {
        assertNull(LibraryWatch.of(limit(0)));
        final Set<Thread> earlier = Thread.getAllStackTraces().keySet();
        final LibraryWatch watch = LibraryWatch.of(limit(3600));
        final Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
        started.removeAll(earlier);
        started.removeIf(thread -> !thread.getName().equals("jshmem-library-watch"));
        assertEquals(1, started.size());
        final Thread thread = started.iterator().next();
        assertTrue(thread.isDaemon());
        watch.close();
        thread.join();
    }
}
