package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ShmemTopTest {
    /** Nobody sends to the collector that this command opens. */
    @Test
    void shouldSayThatNoPeHasTheTool() throws Exception {
        final Process top = start("--listen", "--once");
        final List<String> lines = new String(top.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(2, lines.size(), lines.toString());
        assertTrue(lines.getFirst().matches("SHMEM_MONITOR=127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}"), lines.toString());
        assertEquals(
                "no PE has sent anything; start a job with SHMEM_TOOL=monitor and " + lines.getFirst(),
                lines.getLast());
        assertEquals(1, top.waitFor());
    }

    private static Process start(String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ShmemTop.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** On a terminal each look replaces what was there. */
    @Test
    void shouldGoOnToSayWhatPesNeed() throws Exception {
        final Process top = start("--listen", "-i", "0.1");
        try (BufferedReader lines = top.inputReader()) {
            final String setting = lines.readLine();
            for (int look = 0; look < 3; look++) {
                assertEquals(
                        "\033[H\033[2Jno PE has sent anything; start a job with SHMEM_TOOL=monitor and " + setting,
                        lines.readLine());
            }
        } finally {
            top.destroyForcibly().waitFor();
        }
    }

    /** A PE of a large job publishes more seldom than somebody looks. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldKeepTheRateUntilThereIsANewOne() throws Exception {
        final String text =
                "job rates\nhost here\npe 0\npes 1\npid 4711\nprogram P\nheld -1\nmemory 1 2 3\nstarted 1000\n";
        try (CountsFile file = new CountsFile()) {
            file.write(text + "written 2000\noperation put 500 0");
            final Process top = start("-i", "0.1");
            try (BufferedReader lines = top.inputReader()) {
                assertEquals("500", nextRate(lines));
                assertEquals("500", nextRate(lines));
                file.write(text + "written 4000\noperation put 2500 0");
                String rate = nextRate(lines);
                while (rate.equals("500")) {
                    rate = nextRate(lines);
                }
                for (int look = 0; look < 3; look++) {
                    assertEquals("1,000", rate);
                    rate = nextRate(lines);
                }
            } finally {
                top.destroyForcibly().waitFor();
            }
        }
    }

    /** Calls per second, of the next table. */
    private static String nextRate(BufferedReader lines) throws IOException {
        String[] words = {};
        while (words.length < 3 || !words[1].equals("4711")) {
            words = lines.readLine().strip().split(" +");
        }
        return words[words.length - 11]; // before five sizes
    }

    private static String errorsOf(int status, String... arguments) {
        final PrintStream err = System.err;
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            assertEquals(status, ShmemTop.execute(arguments));
        } finally {
            System.setErr(err);
        }
        return told.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        -i 0            | -i 0.0 must be more than 0 seconds
        -i=-1           | -i -1.0 must be more than 0 seconds
        --serve=65536   | --serve=65536 must be a port, 1 to 65535, or 0 for a free one
        --serve=-1      | --serve=-1 must be a port, 1 to 65535, or 0 for a free one
        --listen=[::]:x | --listen=[::]:x must be HOST[:PORT] with a name or an address of this machine: \
        java.lang.NumberFormatException: For input string: "x"
        """)
    void shouldRefuseWrongOptions(String arguments, String message) {
        assertEquals(
                "shmem-top: " + message + "; see shmem-top -h" + System.lineSeparator(),
                errorsOf(2, arguments.split(" ")));
    }

    @Test
    void shouldRefuseAReportThatCannotBeWritten(@TempDir Path directory) {
        final Path file = directory.resolve("none/report.html");
        for (String option : new String[] {"--report", "--html"}) {
            final String errors = errorsOf(2, "--once", "--listen", option + "=" + file);
            assertEquals(
                    "shmem-top: " + option + "=" + file + " cannot be written: java.nio.file.NoSuchFileException: "
                            + file + "; name another file; see shmem-top -h" + System.lineSeparator(),
                    errors);
        }
        assertTrue(errorsOf(2, "--none").startsWith("shmem-top: Unknown option: '--none'"));
    }

    @Test
    void shouldRefuseAPortThatIsInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final String option = "--serve=" + other.getLocalPort();
            final String errors = errorsOf(2, "--listen", option);
            assertTrue(errors.startsWith("shmem-top: " + option + " cannot be used: java.net.BindException"), errors);
            assertTrue(errors.contains("; name another port, or no port for a free one; see shmem-top -h"), errors);
        }
    }

    /** One request whose end never comes. */
    @Test
    void shouldServeThePageToSeveralAtATime() throws Exception {
        final URI page = URI.create(WebPage.serve(0, new Jobs(null)));
        try (Socket unfinished = new Socket(page.getHost(), page.getPort())) {
            unfinished.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            final URLConnection other = page.resolve("jobs").toURL().openConnection();
            other.setReadTimeout(30_000);
            try (InputStream in = other.getInputStream()) {
                assertTrue(new String(in.readAllBytes(), StandardCharsets.UTF_8).startsWith("{\"time\":"));
            }
        }
    }

    /** With and without a port. */
    @ParameterizedTest
    @ValueSource(strings = {"::ffff:127.0.0.1", "[::ffff:127.0.0.1]:0", "[::ffff:127.0.0.1]"})
    void shouldListenAtAnAddressOfIpv6(String address) {
        assertEquals(1, ShmemTop.execute("--listen=" + address, "--json"));
    }

    /** The status tells whether there is a job. */
    @Test
    void shouldSayWhetherThereIsAJob(@TempDir Path directory) throws Exception {
        assertEquals(1, ShmemTop.execute("--listen=localhost:0", "--json"));
        assertEquals(0, ShmemTop.execute("--help"));
        final Path html = directory.resolve("page.html");
        try (CountsFile file = new CountsFile()) {
            file.write("job </script>\nhost here\npe 0\npes 1\npid 70\nprogram P\nheld -1\nstarted 1000\nwritten 2000\n"
                    + "memory 10 20 30");
            assertEquals(0, ShmemTop.execute("--once"));
            assertEquals(0, ShmemTop.execute("--json"));
            assertEquals(0, ShmemTop.execute("--html=" + html));
        }
        final String page = Files.readString(html);
        assertTrue(page.contains("{\"job\":\"\\u003c/script>\",\"pes\":[{\"pe\":0,"), "the job");
        assertTrue(page.contains("id=\"saved\">{\"time\":"), "in its place");
    }

    @Test
    void shouldSayItsVersion() {
        assertArrayEquals(
                new String[] {"shmem-top (JSHMEM) of an unpacked build"}, new ShmemTop.Version().getVersion());
    }
}
