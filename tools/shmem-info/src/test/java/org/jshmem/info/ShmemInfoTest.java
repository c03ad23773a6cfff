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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.Shmem;
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

    private static String line(String report, String name) {
        final String start = String.format(Locale.ROOT, "%-11s ", name);
        return report.lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " in " + report));
    }

    @Test
    void shouldReportThisMachine() throws IOException {
        final String text = run(0, "--bug-report");
        assertTrue(text.startsWith(Shmem.infoGetName() + ", OpenSHMEM 1.6\n"), text);
        assertEquals(
                Runtime.version() + ", " + System.getProperty("java.vendor") + ", "
                        + System.getProperty("java.vm.name"),
                line(text, "java"));
        final String system = line(text, "system");
        final String linux = ", Linux " + System.getProperty("os.version") + ", " + System.getProperty("os.arch");
        assertTrue(system.contains(linux), system);
        final String end = system.substring(system.indexOf(linux) + linux.length());
        assertTrue(end.isEmpty() || end.equals(", in a container"), system);
        final Path release = Path.of("/etc/os-release");
        if (Files.exists(release)) {
            final String name = Files.readAllLines(release).stream()
                    .filter(line -> line.startsWith("PRETTY_NAME="))
                    .findFirst()
                    .orElse("PRETTY_NAME=\"?\"");
            assertEquals(name.split("=")[1].replace("\"", ""), system.substring(0, system.indexOf(linux)));
        }
        final int cpus = Runtime.getRuntime().availableProcessors();
        assertTrue(line(text, "processors").startsWith(cpus + " for this process, "), text);
        final String memory = line(text, "memory");
        final Matcher parts =
                Pattern.compile("(\\d+) kB, (\\d+) kB available; /dev/shm (.*)").matcher(memory);
        assertTrue(parts.matches(), memory);
        assertTrue(Long.parseLong(parts.group(1)) >= Long.parseLong(parts.group(2)), memory);
        final Path shm = Path.of("/dev/shm");
        if (Files.exists(shm)) {
            final double gib = Files.getFileStore(shm).getTotalSpace() / (double) (1 << 30);
            final String total = String.format(Locale.ROOT, "%.1f GiB, ", gib);
            assertTrue(parts.group(3).startsWith(total) && parts.group(3).endsWith(" GiB free"), memory);
        }
        assertTrue(
                line(text, "limits")
                        .matches("locked memory (unlimited|\\d+), open files \\d+, processes (unlimited|\\d+)"),
                text);
        assertTrue(
                line(text, "kernel")
                        .matches("ptrace_scope (\\d|\\?), overcommit_memory (\\d|\\?), huge pages of shared memory .+"),
                text);
        final String launchers = line(text, "launchers");
        assertTrue(launchers.equals("none on the path") || launchers.startsWith("/"), launchers);
    }

    /** In the order of the report, with settings that are not the defaults. */
    @Test
    void shouldReportSettingsThenNetworks() {
        final String text = run(0, "--bug-report");
        final int settings = text.indexOf("\nsettings\n");
        final int networks = text.indexOf("\nnetworks\n");
        assertTrue(settings > text.indexOf("\nlaunchers ") && networks > settings, text);
        final String set = text.substring(settings + "\nsettings\n".length(), networks + 1);
        assertTrue(set.lines().allMatch(line -> line.matches("  [A-Z_]+=.*")), set);
        assertFalse(set.contains("SHMEM_OFI_PROVIDER=\n"), "a default");
        assertTrue(text.substring(networks + "\nnetworks\n".length()).startsWith("  "), text);
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
