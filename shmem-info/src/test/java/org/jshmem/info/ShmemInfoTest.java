package org.jshmem.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(60)
class ShmemInfoTest {
    private static String run(int status, String... arguments) {
        final StringWriter text = new StringWriter();
        final CommandLine command = ShmemInfo.commandLine();
        command.setOut(new PrintWriter(text));
        command.setErr(new PrintWriter(text));
        assertEquals(status, command.execute(arguments), text::toString);
        return text.toString();
    }

    @Test
    void shouldShowEverySetting() {
        final String text = run(0);
        assertTrue(text.contains("OpenSHMEM 1.6"), text);
        assertTrue(text.contains("SHMEM_SYMMETRIC_SIZE") && text.contains("SHMEM_OFI_PROVIDER"), text);
    }

    @Test
    void shouldSayWhichNetworkIsChosenAndWhyOthersAreNot() {
        assumeTrue(
                Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
                        .anyMatch(directory -> Files.exists(Path.of(directory, "libfabric.so.1"))),
                "left out: there is no libfabric (Debian: libfabric1)");
        final String text = run(0, "--fabrics");
        assertEquals(1, text.split("chosen on one machine", -1).length - 1, text);
        assertTrue(text.contains("tcp") && text.contains("injects"), text);
        assertTrue(text.contains("has no endpoints without connections"), text);
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertTrue(run(2, "--fabric").contains("Unknown option"), "names it");
    }
}
