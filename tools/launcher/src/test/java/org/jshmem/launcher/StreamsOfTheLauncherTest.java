package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jnr.constants.platform.Fcntl;
import jnr.constants.platform.OpenFlags;
import jnr.posix.POSIXFactory;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The standard streams of a process that has no terminal, in a JVM of its own. */
@Timeout(60)
class StreamsOfTheLauncherTest {
    private static final int MUCH = 1 << 20;

    @TempDir
    private Path directory;

    /** Copies its input to one that reads all of it, and then to one that reads nothing. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            final StringBuilder said = new StringBuilder();
            said.append("terminal ").append(ProcFiles.stdinIsControllingTerminal());
            for (StandardStream stream : StandardStream.values()) {
                said.append("; ").append(stream).append(" has a reader: ").append(stream.hasReader());
            }
            final ByteArrayOutputStream got = new ByteArrayOutputStream();
            new StdinPump(new OutputStream() {
                        @Override
                        public void write(int value) {
                            got.write(value);
                        }

                        @Override
                        public void flush() {
                            got.write('|');
                        }

                        @Override
                        public void close() {
                            got.write('.');
                        }
                    })
                    .run();
            said.append("; copied ").append(got.toString(StandardCharsets.US_ASCII));
            new StdinPump(new OutputStream() {
                        @Override
                        public void write(int value) throws IOException {
                            throw new IOException("PE 0 reads no more");
                        }
                    })
                    .run();
            System.out.print(said);
        }
    }

    private static List<String> java(Class<?> program) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName());
    }

    @Test
    void shouldPassOnAndTellWhoReads() throws Exception {
        final List<String> command = new ArrayList<>(List.of("setsid", "--wait"));
        command.addAll(java(Program.class));
        final Process process = new ProcessBuilder(command)
                .redirectInput(Files.writeString(directory.resolve("input"), "a".repeat(4096) + "b")
                        .toFile())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        try (InputStream in = process.getInputStream()) {
            assertEquals(
                    "terminal false; standard output has a reader: true; standard error has a reader: false; copied "
                            + "a".repeat(4096) + "|b|.",
                    new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(List.of(), Files.readAllLines(directory.resolve("errors")));
    }

    /** Writes more than a pipe holds to a pipe that it has made non-blocking. */
    static final class NonblockingProgram {
        private NonblockingProgram() {}

        public static void main(String[] args) throws IOException {
            POSIXFactory.getPOSIX().fcntl(1, Fcntl.F_SETFL, OpenFlags.O_NONBLOCK.intValue());
            try (OutputStream out = StandardStream.OUTPUT.open()) {
                out.write(new byte[MUCH]);
            }
        }
    }

    /** Programs that share a pipe or terminal may have made it non-blocking. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldWaitForTheReaderOfANonblockingPipe() throws Exception {
        final Process process = new ProcessBuilder(java(NonblockingProgram.class))
                .redirectError(directory.resolve("errors").toFile())
                .start();
        try (InputStream in = process.getInputStream()) {
            final int first = in.read();
            Thread.sleep(300); // it fills the pipe meanwhile
            assertEquals(MUCH - 1, in.readAllBytes().length);
            assertEquals(0, first);
        } finally {
            process.destroyForcibly();
        }
        assertEquals(List.of(), Files.readAllLines(directory.resolve("errors")));
    }
}
