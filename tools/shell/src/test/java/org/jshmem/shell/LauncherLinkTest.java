package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the shell says to the launcher, which this test plays. */
@Timeout(60)
class LauncherLinkTest {
    @TempDir
    private Path directory;

    private final AtomicInteger ended = new AtomicInteger();
    private LauncherLink link;
    private FakeLauncher launcher;

    @BeforeEach
    void connect() throws Exception {
        final Path socket = directory.resolve("launcher");
        final CompletableFuture<LauncherLink> made = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new LauncherLink(socket, ended::incrementAndGet);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
        launcher = FakeLauncher.connect(socket);
        link = made.get(20, TimeUnit.SECONDS);
        assertTrue(Files.exists(socket));
    }

    /** The shell's end first: it ends its process if the launcher does. */
    @AfterEach
    void close() throws Exception {
        link.close();
        launcher.close();
    }

    private static CompletableFuture<Void> meanwhile(Wait wait) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        wait.run();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    @Test
    void shouldHaveAJobStartedAndEnded() throws Exception {
        for (int job = 1; job <= 2; job++) {
            link.startJob();
            assertEquals('J', launcher.heard());
            final CompletableFuture<Void> end = meanwhile(link::endJob);
            assertEquals('E', launcher.heard());
            assertFalse(end.isDone(), "the launcher has not said that it has ended");
            launcher.sayEnded();
            end.get(20, TimeUnit.SECONDS);
            assertEquals(job, ended.get());
        }
        link.endJob(); // there is none
        link.awaitEnd();
        assertEquals(0, launcher.rest(), "nothing else was said");
    }

    @Test
    void shouldLetAJobEndByItself() throws Exception {
        link.startJob();
        assertEquals('J', launcher.heard());
        final CompletableFuture<Void> end = meanwhile(link::awaitEnd);
        Thread.sleep(50);
        assertFalse(end.isDone());
        launcher.sayEnded();
        end.get(20, TimeUnit.SECONDS);
        assertEquals(0, launcher.rest(), "nothing else was said");
    }

    /** After ten seconds. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndAJobThatDoesNotEnd() throws Exception {
        link.startJob();
        assertEquals('J', launcher.heard());
        final long before = System.nanoTime();
        final CompletableFuture<Void> end = meanwhile(link::awaitEnd);
        assertEquals('E', launcher.heard());
        assertTrue(System.nanoTime() - before > TimeUnit.SECONDS.toNanos(9));
        launcher.sayEnded();
        end.get(20, TimeUnit.SECONDS);
    }
}
