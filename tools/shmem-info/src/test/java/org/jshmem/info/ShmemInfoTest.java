package org.jshmem.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private static String with(String property, String value, int status, String... arguments) {
        final String before = System.getProperty(property);
        System.setProperty(property, value);
        try {
            return run(status, arguments);
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    /** Those that are not the defaults. */
    @Test
    void shouldReportSettings() {
        final String size = "\n  SHMEM_SYMMETRIC_SIZE=";
        assertTrue(with("jshmem.symmetric.size", "8M", 0, "--bug-report").contains(size + "8M\n"));
        assertFalse(with("jshmem.symmetric.size", "512M", 0, "--bug-report").contains(size));
    }

    @Test
    void shouldSayWhatIsWrongWithASetting() {
        for (String argument : new String[] {"--bug-report", "--fabrics"}) {
            final String text = with("jshmem.symmetric.size", "much", 1, argument);
            assertTrue(text.startsWith("shmem-info: SHMEM_SYMMETRIC_SIZE="), text);
        }
        final String warned = with("jshmem.symetric.size", "8M", 0);
        assertTrue(warned.lines().anyMatch(line -> line.startsWith("shmem-info: jshmem.symetric.size")), warned);
    }

    private static String first(String file, String start) throws IOException {
        return Files.readAllLines(Path.of(file)).stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> line.substring(start.length()).strip())
                .orElse("?");
    }

    /** As the kernel tells it. */
    @Test
    void shouldDescribeTheMachine() throws Exception {
        final String text = run(0, "--bug-report");
        final List<String> limits = List.of("Max locked memory", "Max open files", "Max processes");
        final List<String> values = new ArrayList<>();
        for (String limit : limits) {
            values.add(first("/proc/self/limits", limit).replaceFirst("\\s.*", ""));
        }
        assertTrue(
                text.contains("\nlimits      locked memory " + values.get(0) + ", open files " + values.get(1)
                        + ", processes " + values.get(2) + "\n"),
                text);
        assertTrue(text.contains("\nmemory      " + first("/proc/meminfo", "MemTotal:") + ", "), text);
        assertTrue(text.matches("(?s).* kB available; /dev/shm (\\?|\\d+\\.\\d GiB, \\d+\\.\\d GiB free)\n.*"), text);
        assertTrue(
                text.contains("\nsystem      "
                        + first("/etc/os-release", "PRETTY_NAME=").replace("\"", "") + ", Linux "
                        + System.getProperty("os.version") + ", " + System.getProperty("os.arch")),
                text);
        assertTrue(
                text.contains("overcommit_memory "
                        + Files.readString(Path.of("/proc/sys/vm/overcommit_memory"))
                                .strip() + ", "),
                text);
        assertTrue(
                text.contains("\nprocessors  " + Runtime.getRuntime().availableProcessors() + " for this process, "),
                text);
        final Path shm = Path.of("/dev/shm");
        if (Files.exists(shm)) {
            assertTrue(
                    text.contains(String.format(
                            Locale.ROOT,
                            "/dev/shm %.1f GiB, ",
                            Files.getFileStore(shm).getTotalSpace() / (double) (1 << 30))),
                    text);
        }
    }
}
