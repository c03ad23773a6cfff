package org.jshmem.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jshmem.testing.Requirement;
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
        Requirement.NETWORK.need();
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
