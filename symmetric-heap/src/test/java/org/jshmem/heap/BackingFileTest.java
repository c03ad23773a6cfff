package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;

class BackingFileTest {
    private static final long MIB = 1L << 20;
    private static final long PAGE = 4096;
    private static final int ENOSPC = 28;

    /** A node of one PE, too: nothing else claims this memory. */
    @Test
    void shouldClaimFromTheStartWhatAllPesRead() throws IOException {
        final int ownersPages = 1;
        for (int pes = 1; pes <= 3; pes += 2) {
            final NodeLayout layout = new NodeLayout(pes, MIB, 64 * MIB);
            try (BackingFile file = BackingFile.create(layout)) {
                assertEquals(
                        layout.controlEnd() + pes * SharedLayout.HEADER_BYTES + ownersPages * PAGE,
                        FileBlocks.bytes(file));
            }
        }
        final NodeLayout without = new NodeLayout(2, MIB, 0);
        try (BackingFile file = BackingFile.create(without)) {
            assertEquals(without.controlEnd(), FileBlocks.bytes(file));
        }
    }

    /** As with a profiler that sends a signal in the time that a few pages take: no longer call succeeds. */
    @Test
    void shouldGoOnWhereASignalHasInterruptedIt() {
        final long[] calls = {0};
        final List<Long> done = new ArrayList<>();
        assertTrue(BackingFile.claim(
                (offset, bytes) -> {
                    assertTrue(++calls[0] < 1000, "it starts again and again");
                    if (bytes > 4 * PAGE) {
                        return -Libc.EINTR;
                    }
                    assertEquals(done.size() * PAGE, offset);
                    for (long page = offset; page < offset + bytes; page += PAGE) {
                        done.add(page);
                    }
                    return 0;
                },
                0,
                100 * PAGE,
                64 * PAGE));
        assertEquals(100, done.size());
    }

    @Test
    void shouldStopWhereThereIsNoMemory() {
        final List<Long> calls = new ArrayList<>();
        assertFalse(BackingFile.claim(
                (offset, bytes) -> {
                    calls.add(offset / PAGE);
                    return offset >= 2 * PAGE ? -ENOSPC : 0;
                },
                0,
                100 * PAGE,
                PAGE));
        assertEquals(List.of(0L, 1L, 2L), calls);
    }

    @Test
    void shouldClaimWholePages() throws IOException {
        for (long[] part :
                new long[][] {{0, 1, 1}, {PAGE, PAGE, 1}, {PAGE - 1, 2, 2}, {5000, 3000, 1}, {5000, 4000, 2}}) {
            try (BackingFile file = BackingFile.create(MIB)) {
                assertTrue(file.claimPages(part[0], part[1]));
                assertEquals(part[2] * PAGE, FileBlocks.bytes(file), part[1] + " bytes at " + part[0]);
                file.release(0, MIB);
                assertEquals(0, FileBlocks.bytes(file));
            }
        }
        assertFalse(BackingFile.of(-1).claimPages(0, PAGE));
    }

    @Test
    void shouldBelongToTheUserOnly() throws IOException {
        try (BackingFile file = BackingFile.create(MIB)) {
            assertEquals("/dev/shm", file.kind());
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(file.fileSystem().toPath())));
            assertEquals(MIB, Files.size(file.fileSystem().toPath()));
        }
        assertEquals("shared", BackingFile.of(-1).kind());
    }

    @Test
    void shouldCloseItsFile() throws IOException {
        final long before = openFiles();
        final BackingFile file = BackingFile.create(MIB);
        assertEquals(before + 1, openFiles());
        file.close();
        assertEquals(before, openFiles());
        final Exception thrown = assertThrows(HeapException.class, () -> BackingFile.create(-MIB));
        assertTrue(thrown.getMessage().contains(" " + -MIB + " bytes long ("), thrown.getMessage());
        assertEquals(before, openFiles(), "a file whose size cannot be set");
    }

    /** The files without a name that this process has open in shared memory. */
    private static long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(BackingFileTest::isInSharedMemory).count();
        }
    }

    private static boolean isInSharedMemory(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("/dev/shm/");
        } catch (IOException e) {
            return false; // another thread has closed it
        }
    }
}
