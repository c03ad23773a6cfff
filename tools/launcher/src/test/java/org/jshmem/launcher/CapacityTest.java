package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.launcher.Capacity.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class CapacityTest {
    private static final Limit NONE = new Limit(Long.MAX_VALUE, "nothing");

    @TempDir
    private Path root;

    @Test
    void shouldNameWhatThereIsTooLittleOf() {
        assertRefused(new Capacity(new Limit(64L << 20, "memory available"), NONE, NONE), 4, "(memory available)");
        assertRefused(new Capacity(NONE, new Limit(40, "ulimit -u"), NONE), 4, "(ulimit -u)");
        assertRefused(new Capacity(NONE, NONE, new Limit(12, "ulimit -n, 40")), 4, "raise ulimit -n");
    }

    @Test
    void shouldHoldSomePesAndNotTwoBillion() {
        assertDoesNotThrow(() -> Capacity.ofMachine().require(2));
        assertThrows(UsageException.class, () -> Capacity.ofMachine().require(2_000_000_000));
    }

    /** Caches and what others use can be given back, so that only what there is at all counts. */
    @Test
    void shouldCountAllMemoryAndSwapSpace() throws IOException {
        final Path group = Files.createDirectories(root.resolve("job/step"));
        final Path meminfo = Files.writeString(
                root.resolve("meminfo"),
                "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 10 kB\nSwapTotal: 500 kB\nSwapFree: 0 kB\n");
        assertEquals(1500 << 10, Capacity.memoryLimit(meminfo, root, group).most());
        Files.writeString(group.resolve("memory.max"), "max\n");
        Files.writeString(root.resolve("job/memory.max"), "102400\n");
        assertEquals(
                102_400 + (500 << 10),
                Capacity.memoryLimit(meminfo, root, group).most());
        Files.writeString(root.resolve("job/memory.swap.max"), "max\n");
        assertEquals(
                102_400 + (500 << 10),
                Capacity.memoryLimit(meminfo, root, group).most());
        Files.writeString(root.resolve("job/memory.swap.max"), "2048\n");
        assertEquals(104_448, Capacity.memoryLimit(meminfo, root, group).most());
        assertEquals(
                Long.MAX_VALUE,
                Capacity.memoryLimit(root.resolve("none"), root, group).most());
    }

    @Test
    void shouldNameTheLimitThatAnErrorSpeaksOf() {
        assertTrue(Capacity.remedy(new IOException("error=24, Too many open files"))
                .contains("raise ulimit -n"));
        assertTrue(
                Capacity.remedy(new IOException("Cannot run program: Exec failed, error: 24 (Zu viele offene Dateien)"))
                        .contains("raise ulimit -n"));
        assertTrue(Capacity.remedy(new IOException("posix_spawn failed, error: 11 (Die Ressource ist nicht verfügbar)"))
                .contains("threads"));
        assertEquals(
                "", Capacity.remedy(new IOException("Exec failed, error: 2 (Datei oder Verzeichnis nicht gefunden)")));
        assertTrue(Capacity.remedy(new OutOfMemoryError("unable to create native thread"))
                .contains("threads"));
        assertTrue(Capacity.remedy(new OutOfMemoryError("Java heap space")).contains("JSHMEM_LAUNCHER_OPTIONS"));
        assertEquals("", Capacity.remedy(new IOException("Broken pipe")));
    }

    /** What is needed, what there is, and what to do. */
    @Test
    void shouldSayHowMuchIsMissing() {
        assertSays(
                new Capacity(new Limit((64L << 20) - 1, "memory"), NONE, NONE),
                "-np=4 is more PEs than can run here (memory): each is a JVM that takes 16 MiB or more, and there are"
                        + " 63 MiB; start fewer");
        assertSays(
                new Capacity(NONE, new Limit(39, "ulimit -u"), NONE),
                "-np=4 is more PEs than can run here (ulimit -u): each is a JVM with 10 threads or more, and there may"
                        + " be 39 threads; start fewer");
        assertSays(
                new Capacity(NONE, NONE, new Limit(11, "ulimit -n, 30")),
                "-np=4 is more PEs than can run here (ulimit -n, 30): the launcher needs 12 open files, and 3 for each"
                        + " PE, and can open 23 more; raise ulimit -n, or start fewer");
    }

    private static void assertSays(Capacity capacity, String expected) {
        assertEquals(
                expected,
                assertThrows(UsageException.class, () -> capacity.require(4)).getMessage());
    }

    /** The cause of an error counts, too. */
    @Test
    void shouldReadTheCauseOfAnError() {
        assertEquals(
                "; raise ulimit -f, which bounds the size of files",
                Capacity.remedy(new IOException("it fails", new IOException("error=27, x"))));
        assertEquals(
                "; raise ulimit -f, which bounds the size of files",
                Capacity.remedy(new IOException("File too large")));
        assertEquals("", Capacity.remedy(new IOException("error=279, x")));
        assertEquals("", Capacity.remedy(new IOException("error=12, x")));
    }

    private static void assertRefused(Capacity capacity, int most, String part) {
        assertDoesNotThrow(() -> capacity.require(most));
        final UsageException e = assertThrows(UsageException.class, () -> capacity.require(most + 1));
        assertTrue(e.getMessage().contains("-np=" + (most + 1) + " is more PEs"), e.getMessage());
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
