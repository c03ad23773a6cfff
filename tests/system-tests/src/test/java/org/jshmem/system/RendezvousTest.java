package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs without a launcher: each PE is a process that the test starts, as a container or a shell would. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class RendezvousTest {
    /** How a PE ended, and what it printed on both streams. */
    private record Result(int status, String text) {}

    private static final String SECRET = "of the test, which nobody guesses";
    private static final int KILLED = 128 + 9;

    @TempDir
    private Path directory;

    @Test
    void shouldRunAProgram() throws Exception {
        final List<Result> results = run(3, pe -> settings(pe, 3), "org.jshmem.examples.Ring");
        for (int pe = 0; pe < 3; pe++) {
            assertEquals(0, results.get(pe).status(), results.toString());
            assertTrue(results.get(pe).text().contains("Process " + pe + " exiting"), results.toString());
        }
    }

    @Test
    void shouldSayWhatItHasChosenAndNotItsSecret() throws Exception {
        final List<Result> results = run(
                2,
                pe -> {
                    final Map<String, String> environment = settings(pe, 2);
                    environment.put("SHMEM_INFO", "1");
                    return environment;
                },
                Ends.class.getName(),
                "again");
        assertEquals(List.of(0, 0), results.stream().map(Result::status).toList(), results.toString());
        final String text = results.getFirst().text();
        assertTrue(text.contains("bootstrap rendezvous (127.0.0.1, port " + port + "), 1 node"), text);
        assertFalse(text.contains(SECRET), text);
        results.forEach(result -> assertTrue(result.text().endsWith("fine\n"), result.text()));
    }

    /** The id is made by PE 0, and by another. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldMeetByAnId(int maker) throws Exception {
        final String file = directory.resolve("id").toString();
        final List<Process> processes = new ArrayList<>();
        for (int pe = 0; pe < 3; pe++) {
            processes.add(
                    start(pe, Map.of(), Met.class.getName(), file, Integer.toString(pe), "3", Integer.toString(maker)));
        }
        final List<Result> results = end(processes);
        for (int pe = 0; pe < 3; pe++) {
            assertEquals(new Result(0, ("PE " + pe + " of 3: 6\n").repeat(2)), results.get(pe));
        }
    }

    /**
     * PE 1 ends in a way; or PE 0, at which the others meet. All end, and each says why, as it may have a log of its
     * own.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kill       | 137 | 1  | PE 1 \\(pid \\d+ on \\S+\\) has ended without a last word",
                "halt       | 0   | 1  | PE 1 \\(pid \\d+ on \\S+\\) has ended without a last word",
                "TERM       | 143 | 143 | PE 1 \\(pid \\d+ on \\S+\\) was ended by SIGTERM",
                "throw      | 1   | 1  | PE 1 \\(pid \\d+ on \\S+\\) failed: uncaught java.lang.IllegalStateException:"
                        + " no luck",
                "exit       | 1   | 1  | PE 1 \\(pid \\d+ on \\S+\\) ended without shutdown\\(\\)",
                "return     | 1   | 1  | PE 1 \\(pid \\d+ on \\S+\\) ended without shutdown\\(\\)",
                "globalExit42  | 42  | 42  | PE 1 \\(pid \\d+ on \\S+\\) called globalExit\\(42\\)\n",
                "globalExit256 | 255 | 255 | PE 1 \\(pid \\d+ on \\S+\\) called globalExit\\(256\\); .* ends with"
                        + " 255\n",
            })
    void shouldEndAllWhenOneFails(String how, int itsStatus, int status, String reason) throws Exception {
        final List<Result> results = run(3, pe -> settings(pe, 3), Ends.class.getName(), how);
        assertEquals(itsStatus, results.get(1).status(), results.toString());
        for (int pe : new int[] {0, 2}) {
            assertEquals(status, results.get(pe).status(), results.toString());
            assertTrue(
                    results.get(pe).text().matches("(?s).*jshmem: PE " + pe + " \\(pid \\d+\\) ends: " + reason + ".*"),
                    results.toString());
        }
    }

    @Test
    void shouldEndAllWithZeroByGlobalExit() throws Exception {
        final List<Result> results = run(3, pe -> settings(pe, 3), Ends.class.getName(), "globalExit0");
        results.forEach(result -> assertEquals(new Result(0, ""), result));
    }

    @Test
    void shouldEndAllWhenTheProcessIsKilledAtWhichTheyMeet() throws Exception {
        final List<Result> results = run(3, pe -> settings(pe, 3), Ends.class.getName(), "kill", "0");
        assertEquals(KILLED, results.getFirst().status(), results.toString());
        for (int pe = 1; pe < 3; pe++) {
            assertEquals(1, results.get(pe).status(), results.toString());
            assertTrue(results.get(pe).text().contains("the process met at 127.0.0.1 has ended"), results.toString());
        }
    }

    @Test
    void shouldNameTheSignalThatEndsTheProcessAtWhichTheyMeet() throws Exception {
        final List<Result> results = run(3, pe -> settings(pe, 3), Ends.class.getName(), "TERM", "0");
        for (int pe = 0; pe < 3; pe++) {
            assertEquals(143, results.get(pe).status(), results.toString());
            assertTrue(
                    results.get(pe).text().matches("(?s).*PE 0 \\(pid \\d+.*\\) was ended by SIGTERM\n.*"),
                    results.toString());
        }
    }

    @Test
    void shouldLeaveTheStatusOfAProgramThatHasShutDown() throws Exception {
        final List<Result> results = run(2, pe -> settings(pe, 2), Ends.class.getName(), "late");
        results.forEach(result -> assertEquals(new Result(3, "fine\n"), result));
    }

    @Test
    void shouldNameThePeThatNeverComes() throws Exception {
        final List<Result> results = run(
                2,
                pe -> {
                    final Map<String, String> environment = settings(pe, 3);
                    environment.put("SHMEM_INIT_TIMEOUT", "8");
                    return environment;
                },
                Ends.class.getName(),
                "no");
        for (Result result : results) {
            assertEquals(124, result.status(), results.toString());
            assertTrue(
                    result.text()
                            .contains("waited for longer than SHMEM_INIT_TIMEOUT=8 seconds for the other PEs to call"
                                    + " init(); not there: PE 2"),
                    results.toString());
        }
    }

    /** The wrong one is PE 1; and the job does not wait for ever for the right one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SHMEM_RENDEZVOUS_SECRET | an invented secret | does not admit PE 1: it has another secret",
                "SHMEM_RENDEZVOUS_NPES   | 4 | does not admit PE 1: it takes the job for one of 4 PEs, and this one"
                        + " has 2",
            })
    void shouldSayWhatIsWrongWithAPe(String variable, String value, String message) throws Exception {
        final List<Result> results = run(
                2,
                pe -> {
                    final Map<String, String> environment = settings(pe, 2);
                    environment.put("SHMEM_INIT_TIMEOUT", "8");
                    if (pe == 1) {
                        environment.put(variable, value);
                    }
                    return environment;
                },
                Ends.class.getName(),
                "no");
        assertNotEquals(0, results.get(1).status(), results.toString());
        assertTrue(results.get(1).text().contains(message), results.toString());
        assertEquals(124, results.getFirst().status(), results.toString());
        assertTrue(results.getFirst().text().contains("not there: PE 1; refused was /127.0.0.1:"), results.toString());
    }

    /** PE 0 listens; the others connect to it. */
    @ParameterizedTest
    @CsvSource({"0, cannot listen for the PEs at port", "1, is there already; give each PE a number of its own"})
    void shouldTellAProgramThatAPeStartsThatItIsNone(int parent, String message) throws Exception {
        final List<Result> results =
                run(2, pe -> settings(pe, 2), Ends.class.getName(), "child", Integer.toString(parent));
        assertEquals(List.of(0, 0), results.stream().map(Result::status).toList(), results.toString());
        final String text = results.get(parent).text();
        assertTrue(text.contains(message), text);
        assertTrue(text.contains("set SHMEM_BOOTSTRAP=single for a job of its own"), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldLetAProgramThatAPeStartsBeAJobOfItsOwn(int parent) throws Exception {
        final List<Result> results =
                run(2, pe -> settings(pe, 2), Ends.class.getName(), "childAlone", Integer.toString(parent));
        assertEquals(List.of(0, 0), results.stream().map(Result::status).toList(), results.toString());
        assertEquals("fine\nfine\n", results.get(parent).text());
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2"})
    void shouldRunAcrossHosts(int hosts, int ppn) throws Exception {
        assertRunsAcrossHosts(hosts, ppn, "");
    }

    /** As docker makes it: each host has the same address on it, at which it reaches itself only. */
    @Test
    void shouldNotTakeANetworkForCommonOnWhichHostsHaveOneAddress() throws Exception {
        final String text = assertRunsAcrossHosts(
                2,
                1,
                "for host in hostA hostB; do $HOSTS $host 'ip link add docker0 type veth peer name container"
                        + " && ip addr add 172.17.0.1/16 dev docker0 && ip link set docker0 up"
                        + " && ip link set container up';"
                        + " done; ");
        assertFalse(text.contains("172.17.0.0"), text);
    }

    private String assertRunsAcrossHosts(int hosts, int ppn, String before) throws Exception {
        Requirement.HOSTS.need();
        Requirement.NETWORK.need();
        final int pes = hosts * ppn;
        final StringBuilder script = new StringBuilder("set -m; " + before);
        final String java = "'" + String.join("' '", ForeignLauncher.java("org.jshmem.examples.Ring")) + "'";
        for (int pe = 0; pe < pes; pe++) {
            script.append("$HOSTS host")
                    .append((char) ('A' + pe / ppn))
                    .append(" env SHMEM_RENDEZVOUS_ADDRESS=hostA:4711 SHMEM_RENDEZVOUS_NPES=" + pes
                            + " SHMEM_RENDEZVOUS_SECRET=0123456789abcdef SHMEM_INFO=1 SHMEM_RENDEZVOUS_PE=" + pe)
                    .append(" \"" + java + "\" & ");
        }
        script.append("status=0; for job in $(jobs -p); do wait $job || status=$?; done; exit $status");
        final ForeignLauncher.Result result = ForeignLauncher.runScriptOnHosts(directory, hosts, script.toString());
        assertEquals(0, result.status(), result.text());
        for (int pe = 0; pe < pes; pe++) {
            assertTrue(result.text().contains("Process " + pe + " exiting"), result.text());
        }
        assertTrue(
                result.text().contains("bootstrap rendezvous (127.0.0.1, port 4711), " + hosts + " nodes"),
                result.text());
        return result.text();
    }

    private final int port = freePort();

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Map<String, String> settings(int pe, int pes) {
        return new HashMap<>(Map.of(
                "SHMEM_BOOTSTRAP",
                "rendezvous",
                "SHMEM_RENDEZVOUS_ADDRESS",
                "127.0.0.1:" + port,
                "SHMEM_RENDEZVOUS_PE",
                Integer.toString(pe),
                "SHMEM_RENDEZVOUS_NPES",
                Integer.toString(pes),
                "SHMEM_RENDEZVOUS_SECRET",
                SECRET));
    }

    /** Starts PEs and waits for all. */
    private List<Result> run(int pes, IntFunction<Map<String, String>> environment, String... program)
            throws IOException, InterruptedException {
        final List<Process> processes = new ArrayList<>();
        for (int pe = pes - 1; pe >= 0; pe--) {
            processes.addFirst(start(pe, environment.apply(pe), program));
        }
        return end(processes);
    }

    private Process start(int pe, Map<String, String> environment, String... program) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(ForeignLauncher.java(program))
                .redirectErrorStream(true)
                .redirectOutput(output(pe).toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Path output(int pe) {
        return directory.resolve("output-" + pe);
    }

    private List<Result> end(List<Process> processes) throws IOException, InterruptedException {
        boolean inTime = true;
        for (Process process : processes) {
            inTime &= process.waitFor(40, TimeUnit.SECONDS);
        }
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        final List<Result> results = new ArrayList<>();
        for (int pe = 0; pe < processes.size(); pe++) {
            results.add(new Result(processes.get(pe).exitValue(), Files.readString(output(pe))));
        }
        assertTrue(inTime, () -> "not ended in time: " + results);
        return results;
    }
}
