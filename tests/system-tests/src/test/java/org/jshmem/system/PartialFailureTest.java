package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.Draw;
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
    @Tag(Draw.DRAWN)
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
                    String refused;
                    while (true) { // both run out if they claim at once, or if there is less room than this has left
                        refused = refused();
                        if (maxReduce(TEAM_WORLD, refused.contains("another") ? 1 : 0) == 1) break;
                        if (myPe() == 0) {
                            try (var shorter = new RandomAccessFile(file, "rw")) {
                                shorter.setLength(shorter.length() - 4096);
                            }
                        }
                    }
                    IO.println("refused: " + refused);
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
            static String refused() {
                try (var messages = Messages.on(TEAM_WORLD)) {
                    return "not at all, which is another thing";
                } catch (ShmemOutOfMemoryException e) {
                    return e.getMessage();
                }
            }
            """);
        final String text = runInASmallFileSystem();
        assertEquals(
                List.of(
                        "received 7",
                        "received 7",
                        "refused: no memory for the messages of another PE, 168064 bytes, as /dev/shm or the machine is"
                                + " full; make room there",
                        "refused: no memory for the messages of this PE, 168064 bytes, as /dev/shm or the machine is"
                                + " full; make room there"),
                text.lines().sorted().toList());
    }

    /** What is not claimed cannot even be read then: the JVM would have a SIGBUS. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldUseNoMemoryThatIsNotClaimedWhereAllIsUsedUp() throws Exception {
        Requirement.NAMESPACES.need();
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import java.io.*;
            import org.jshmem.*;
            import org.jshmem.messages.Messages;
            void main() throws Exception {
                try (var _ = init()) {
                    final SymmetricLongs small = callocLongs(1000);
                    final File file = new File("/dev/shm/full");
                    if (myPe() == 0) fill(file);
                    barrierAll();
                    refused("find", () -> SharedLongs.of((long) (1 - myPe()) << 46 | 1));
                    if (myPe() == 0) refused("shared", () -> SharedBytes.allocate(100));
                    barrierAll();
                    refused("find again", () -> SharedLongs.of((long) (1 - myPe()) << 46 | 5000L << 24 | 1));
                    refused("teams", () -> { for (;;) teamSplitStrided(TEAM_WORLD, 0, 1, nPes()); });
                    refused("messages", () -> Messages.on(TEAM_WORLD));
                    refused("malloc of a few bytes", () -> { for (;;) mallocLongs(1000); });
                    refused("malloc", () -> mallocBytes(100 << 20));
                    refused("realloc", () -> realloc(small, 12 << 20));
                    setLock(small, 7);
                    clearLock(small, 7);
                    sumReduce(TEAM_WORLD, small.at(500), small, 400);
                    barrierAll();
                    if (myPe() == 0) file.delete();
                    barrierAll();
                    try (var shared = SharedBytes.allocate(100)) {
                        shared.set(5, (byte) 1);
                    }
                    free(mallocBytes(100 << 20));
                    IO.println("ends");
                }
            }
            static void fill(File file) throws IOException {
                try (var out = new FileOutputStream(file)) {
                    while (true) out.write(new byte[4096]);
                } catch (IOException e) { // no space is left
                }
            }
            interface Call { void run() throws Exception; }
            static void refused(String name, Call call) throws Exception {
                try {
                    call.run();
                    IO.println(name + " is not refused");
                } catch (Throwable e) {
                    IO.println(name + ": " + e);
                }
            }
            """);
        final String out = "org.jshmem.ShmemOutOfMemoryException: ";
        final String text = runInASmallFileSystem();
        final String full = "/dev/shm has 0 of 536870912 bytes free; make it larger, or remove what else is in it";
        final String growth =
                " bytes more in the symmetric heap of each of the 2 PEs on the node of PE [01]: \\Q" + full + "\\E";
        final List<String> lines = text.lines().sorted().distinct().toList();
        final List<String> expected = List.of(
                "ends",
                "find again: java.lang.IllegalStateException: handle=0x.*",
                "find: java.lang.IllegalStateException: handle=0x.*",
                "malloc of a few bytes: " + out + "no memory for 2097152" + growth,
                "malloc: " + out + "no memory for 104857600" + growth,
                "messages: " + out + ".*",
                "realloc: " + out + "no memory for .*" + growth,
                "shared: " + out + "no memory for 100 bytes more in the shared heap of this node: \\Q" + full + "\\E",
                "teams: " + out + ".*");
        for (String line : expected) {
            assertTrue(lines.stream().anyMatch(found -> found.matches(line)), () -> line + " is not in\n" + text);
        }
        for (String line : lines) {
            assertTrue(expected.stream().anyMatch(line::matches), () -> "nobody expects " + line + " in\n" + text);
        }
    }

    /** Runs the program, whose memory is a file system of 512 MiB, as two PEs. */
    private String runInASmallFileSystem() throws Exception {
        final Path output = directory.resolve("output");
        final int status = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=512m none /dev/shm && exec " + Command.home() + "/bin/shmemrun -np 2"
                                + " -x SHMEM_SYMMETRIC_SIZE=160M -x SHMEM_SHARED_SIZE=16M --timeout 30 Main.java")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        final String text = Files.readString(output);
        assertEquals(0, status, text);
        return text;
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
