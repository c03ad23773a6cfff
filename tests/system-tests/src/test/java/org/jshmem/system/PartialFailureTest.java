package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collective calls that fail on one PE: the others learn of it, and the library goes on. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class PartialFailureTest {
    @TempDir
    private Path directory;

    /** The job's memory is a file system of 512 MiB, in which the program leaves room for the messages of one PE. */
    @Test
    void shouldThrowOnAllPesIfOneHasNoMemoryForMessages() throws Exception {
        Requirement.NAMESPACES.need();
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import java.io.*;
            import org.jshmem.*;
            import org.jshmem.messages.Messages;
            void main() throws Exception {
                try (var _ = init()) {
                    final File file = new File("/dev/shm/full");
                    if (myPe() == 0) {
                        try (var out = new FileOutputStream(file)) {
                            while (file.getUsableSpace() > 260 << 10) out.write(new byte[4096]);
                        }
                    }
                    barrierAll();
                    try (var messages = Messages.on(TEAM_WORLD)) {
                        IO.println("messages");
                    } catch (ShmemOutOfMemoryException e) {
                        IO.println("refused: " + e.getMessage());
                    }
                    barrierAll();
                    if (myPe() == 0) file.delete();
                    barrierAll();
                    try (var messages = Messages.on(TEAM_WORLD)) {
                        messages.send(new long[] {7}, 1 - myPe(), 3);
                        final long[] in = new long[1];
                        messages.recv(in, 1 - myPe(), 3);
                        IO.println("received " + in[0]);
                    }
                }
            }
            """);
        final Path output = directory.resolve("output");
        final int status = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=512m none /dev/shm && exec " + Command.home() + "/bin/shmemrun -np 2"
                                + " -x SHMEM_SYMMETRIC_SIZE=1M -x SHMEM_SHARED_SIZE=4M --timeout 30 Main.java")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        final String text = Files.readString(output);
        assertEquals(0, status, text);
        assertEquals(
                List.of(
                        "received 7",
                        "received 7",
                        "refused: the machine has no memory for the messages of another PE, 168064 bytes",
                        "refused: the machine has no memory for the messages of this PE, 168064 bytes"),
                text.lines().sorted().toList());
    }

    /** A thread reads into a segment of symmetric memory, and so holds it, while the library ends. */
    @Test
    void shouldShutDownWhileAThreadHoldsASegment() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import java.nio.channels.Pipe;
            import org.jshmem.*;
            void main() throws Exception {
                final Pipe pipe = Pipe.open();
                final Thread reader;
                try (var _ = init()) {
                    final SymmetricBytes bytes = callocBytes(64);
                    reader = Thread.ofPlatform().daemon().start(() -> {
                        try {
                            pipe.source().read(bytes.segment().asByteBuffer());
                        } catch (Exception e) {
                            IO.println("reader: " + e);
                        }
                    });
                    while (reader.getState() != Thread.State.RUNNABLE || !inRead(reader)) Thread.sleep(10);
                    barrierAll();
                }
                try (var _ = init(); SymmetricLongs x = callocLongs(1)) {
                    p(x, 5, 1 - myPe());
                    barrierAll();
                    IO.println("again " + x.get(0));
                }
            }
            static boolean inRead(Thread thread) {
                return java.util.Arrays.stream(thread.getStackTrace()).anyMatch(f -> f.getMethodName().equals("read0"));
            }
            """);
        final String output = Command.run(directory, 0, "-np", "2", "--timeout", "30", "Main.java");
        assertEquals(2, output.lines().filter("again 5"::equals).count(), output);
        assertTrue(output.contains("jshmem: a thread of PE 0 still uses a segment of symmetric memory"), output);
    }
}
