package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/shmemrun} makes of standard streams that are closed. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class StreamsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadNothingFromAClosedInput() throws Exception {
        final Path program = Files.writeString(
                directory.resolve("Read.java"), "void main() throws Exception { IO.println(System.in.read()); }");
        final Process job = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec \"$@\" <&-",
                        "sh",
                        Command.home() + "/bin/shmemrun",
                        "-np",
                        "1",
                        program.toString())
                .redirectErrorStream(true)
                .start();
        try {
            assertEquals("-1\n", new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, job.waitFor());
        } finally {
            job.destroyForcibly();
        }
    }
}
