package org.jshmem.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
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
    void shouldSayWhatAReportOfADefectNeeds() {
        final String text = run(0, "--bug-report");
        for (String name :
                List.of("java ", "system ", "processors ", "memory ", "limits ", "kernel ", "launchers ", "networks")) {
            assertTrue(text.lines().anyMatch(line -> line.startsWith(name)), name + " in " + text);
        }
        assertTrue(text.contains("java        " + Runtime.version()), text);
        assertTrue(text.matches("(?s).*locked memory (unlimited|\\d+), open files \\d+.*"), text);
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertTrue(run(2, "--fabric").contains("Unknown option"), "names it");
    }
}
