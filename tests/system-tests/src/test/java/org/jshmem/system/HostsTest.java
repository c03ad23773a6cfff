package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PEs on several hosts, made of network namespaces, by the launchers of clusters. It takes longest, and mostly waits,
 * so it comes first, beside others.
 */
@Order(1)
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class HostsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0}: {1} hosts, {2} PEs each")
    @CsvSource({
        "HYDRA, 2, 2",
        "HYDRA, 4, 1",
        "HYDRA, 4, 3",
        "HYDRA_PORT, 2, 2",
        "OPEN_MPI, 2, 2",
        "OPEN_MPI, 4, 1",
        "OPEN_MPI, 4, 3",
        "OSHRUN, 2, 2",
        "OSHRUN, 4, 1",
        "SLURM_PMI2, 2, 2",
        "SLURM_PMI2, 4, 2",
        "SLURM_PMIX, 2, 2",
        "SLURM_PMIX, 4, 2"
    })
    void shouldWireUp(ForeignLauncher launcher, int hosts, int ppn) throws Exception {
        final Result result = run(launcher, hosts, ppn, ForeignLauncher.java(WireUp.class.getName()));
        assertEquals(0, result.status(), result.text());
        final StringBuilder groups = new StringBuilder();
        for (int host = 0; host < hosts; host++) {
            groups.append(host == 0 ? "[[" : "], [");
            for (int pe = host * ppn; pe < (host + 1) * ppn; pe++) {
                groups.append(pe == host * ppn ? "" : ", ").append(pe);
            }
        }
        final List<String> lines = result.text().lines().toList();
        assertTrue(lines.contains(hosts * ppn + " PEs sharing memory: " + groups + "]]"), result.text());
        assertTrue(
                lines.stream()
                        .anyMatch(line ->
                                line.matches("bootstrap (PMI|OpenSHMEM library )\\S+ \\(.*\\), " + hosts + " nodes")),
                result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN", "SLURM_PMI2", "SLURM_PMIX"})
    void shouldRunAProgramAcrossHosts(ForeignLauncher launcher) throws Exception {
        final Result result = run(launcher, 2, 2, ForeignLauncher.plainJava("org.jshmem.examples.Ring"));
        assertEquals(0, result.status(), result.text());
        for (int pe = 0; pe < 4; pe++) {
            assertTrue(result.text().contains("Process " + pe + " exiting"), result.text());
        }
    }

    /** Its addresses are the same on all hosts, and reach none of them. */
    @Test
    void shouldNotTakeSharedMemoryForANetwork() throws Exception {
        final String[] java = ForeignLauncher.java("org.jshmem.examples.Ring");
        final List<String> line = new ArrayList<>(List.of("env", "SHMEM_OFI_PROVIDER=shm"));
        line.addAll(List.of(java));
        final Result result = run(ForeignLauncher.HYDRA, 2, 1, line.toArray(new String[0]));
        assertNotEquals(0, result.status(), result.text());
        assertTrue(
                result.text().contains("no network for PEs of several machines: looked for SHMEM_OFI_PROVIDER=shm"),
                result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN", "SLURM_PMI2", "SLURM_PMIX"})
    void shouldEndAllHostsWhenAPeIsKilled(ForeignLauncher launcher) throws Exception {
        final Result result = run(launcher, 2, 2, ForeignLauncher.java(WireUp.class.getName(), "kill"));
        assertNotEquals(0, result.status(), result.text());
        assertTrue(!result.text().contains("an exchange took"), result.text());
    }

    @Test
    void shouldShowThePesOfAllHostsTogether() throws Exception {
        final Path home = Command.home();
        final Path seen = directory.resolve("seen");
        final String[] java = ForeignLauncher.java("org.jshmem.examples.Ring");
        final List<String> line = ForeignLauncher.HYDRA.onHosts(List.of("hostA", "hostB"), 2, java);
        line.replaceAll(
                word -> word.equals(ForeignLauncher.preparedClassPath()) ? word + ":" + home + "/lib/tools/*" : word);
        ForeignLauncher.needHosts();
        ForeignLauncher.HYDRA.need();
        final Result result = ForeignLauncher.runScriptOnHosts(
                directory,
                2,
                home + "/bin/shmem-top --listen=hostA --json -i 0.3 > " + seen + " & "
                        + "until grep -qs MONITOR " + seen + "; do sleep 0.1; done; "
                        + "SHMEM_TOOL=monitor env $(head -1 " + seen + ") '" + String.join("' '", line) + "'; "
                        // the first of two such lines is whole
                        + "status=$?; for i in {1..100}; do sleep 0.1; [ $(grep -cE '(\"ended\":.*){4}' " + seen
                        + ") -ge 2 ] && break; done; kill $!; exit $status");
        assertEquals(0, result.status(), result.text());
        final String last = Files.readAllLines(seen).stream()
                .filter(seenOnce -> seenOnce.split("\"ended\":", -1).length == 5)
                .findFirst()
                .orElseThrow();
        for (String words :
                List.of("\"pe\":0,\"pes\":4", "\"pe\":3,\"pes\":4", "\"host\":\"hostA\"", "\"host\":\"hostB\"")) {
            assertTrue(last.contains(words), last);
        }
        assertEquals(1, last.split("\"job\":", -1).length - 1, last);
    }

    /** On another host than all others, and on the same as one of them; Hydra does not take notice. */
    @ParameterizedTest(name = "{0} PEs on each of two hosts")
    @ValueSource(ints = {1, 2})
    void shouldNameAPeThatHasEndedWithoutAWord(int ppn) throws Exception {
        assertNamed(run(ForeignLauncher.HYDRA, 2, ppn, ForeignLauncher.java(Ends.class.getName(), "halt")), ppn);
    }

    private static void assertNamed(Result result, int ppn) {
        final String gone = ppn == 1 ? "1" : "[01]"; // for Hydra ends the others of its host
        assertEquals(1, result.status(), result.text());
        assertTrue(
                result.text()
                        .matches("(?s).*jshmem: PE \\d \\(pid \\d+\\) failed: " + "(\\S.* with PE " + gone
                                + " failed|PE " + gone + ", on the same node, has ended).*"),
                result.text());
        assertTrue(result.seconds() < 25, "noticed too late: " + result);
    }

    /** The others wait for it in a call of a flow. */
    @ParameterizedTest(name = "in {0}, {1} PEs on each of two hosts")
    @CsvSource({"send, 1", "drain, 1", "close, 1", "send, 2", "drain, 2"})
    void shouldNameAPeThatHasEndedInTheMiddleOfAFlow(String call, int ppn) throws Exception {
        final String[] java = ForeignLauncher.java(LostInAFlow.class.getName(), call, "halt");
        assertNamed(run(ForeignLauncher.HYDRA, 2, ppn, java), ppn);
    }

    /** PE 1 has a neighbour, or is alone on its host. */
    @ParameterizedTest(name = "{0}: SIG{1}, {2} PEs on each of two hosts")
    @CsvSource({
        "HYDRA, HUP, 2, 129",
        "HYDRA, INT, 2, 130",
        "HYDRA, TERM, 1, 143",
        "OPEN_MPI, TERM, 2, 143",
        "SLURM_PMI2, HUP, 2, 137",
        "SLURM_PMIX, TERM, 2, 143"
    })
    void shouldNameAPeThatASignalEnds(ForeignLauncher launcher, String signal, int ppn, int status) throws Exception {
        final Result result = run(launcher, 2, ppn, ForeignLauncher.java(Ends.class.getName(), signal));
        assertEndedBySignal(result, 1, signal, status);
    }

    @ParameterizedTest(name = "{0}, {1} PEs on each of two hosts")
    @CsvSource({"HYDRA, 1", "HYDRA, 2", "OPEN_MPI, 2"})
    void shouldNameAPeThatASignalEndsInInit(ForeignLauncher launcher, int ppn) throws Exception {
        final Result result =
                run(launcher, 2, ppn, ForeignLauncher.java(Absent.class.getName(), "TERM", Integer.toString(2 * ppn)));
        assertEndedBySignal(result, 2 * ppn - 1, "TERM", 143);
    }

    /** What others say of its end comes after that. */
    private static void assertEndedBySignal(Result result, int pe, String signal, int status) {
        assertEquals(status, result.status(), result.text());
        final String first = result.text()
                .lines()
                .filter(line -> line.startsWith("jshmem: "))
                .findFirst()
                .orElse(result.text());
        assertTrue(first.matches("jshmem: PE " + pe + " \\(pid \\d+\\) was ended by SIG" + signal), result.text());
    }

    /** Slurm does not end it by itself without {@code -K}. */
    @Test
    void shouldNameANeighbourThatHasEndedDuringTheWireUp() throws Exception {
        final Result result =
                run(ForeignLauncher.SLURM_LENIENT, 2, 2, ForeignLauncher.java(Absent.class.getName(), "halt", "4"));
        assertNotEquals(0, result.status(), result.text());
        assertTrue(
                result.text()
                        .matches("(?s).*jshmem: PE 2 \\(pid \\d+\\) failed: PE 3 of this node ended before"
                                + " init\\(\\) was complete\n.*"),
                result.text());
    }

    /** Hydra would end the others of its host. */
    @Test
    void shouldEndWhenAPeHasEndedDuringTheWireUp() throws Exception {
        final List<String> line = new ArrayList<>(List.of("env", "SHMEM_INIT_TIMEOUT=6"));
        line.addAll(List.of(ForeignLauncher.java(Absent.class.getName(), "halt", "2")));
        final Result result = run(ForeignLauncher.HYDRA, 2, 1, line.toArray(String[]::new));
        assertEquals(124, result.status(), result.text());
        assertTrue(
                result.text()
                        .contains("SHMEM_INIT_TIMEOUT=6 seconds for the other PEs to call init(); all of this node"
                                + " are there; not all of PE 1 on other nodes"),
                result.text());
    }

    /** Whenever it is killed. */
    @Test
    void shouldLeaveNoFileWhenItIsKilled() throws Exception {
        ForeignLauncher.needHosts();
        for (int millis = 50; millis <= 400; millis += 50) {
            final ProcessBuilder builder = new ProcessBuilder(
                            Path.of("../../bin/hosts")
                                    .toAbsolutePath()
                                    .normalize()
                                    .toString(),
                            "with",
                            "4",
                            "sleep",
                            "60")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("TMPDIR", directory.toString());
            final Process hosts = builder.start();
            hosts.waitFor(millis, TimeUnit.MILLISECONDS);
            hosts.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void shouldSayWhatSlurmMustBeGiven() throws Exception {
        final ForeignLauncher slurm = ForeignLauncher.SLURM_NONE;
        final Result result = run(slurm, 2, 1, ForeignLauncher.java(WireUp.class.getName()));
        assertEquals(1, result.status(), result.text());
        assertTrue(result.text().contains("give srun --mpi=pmi2, or --mpi=pmix"), result.text());
    }

    /**
     * Without a launcher, which would notice: no packet reaches the host any more, and none comes from it. The limit of
     * the network's own silence is longer than the test.
     */
    @Test
    void shouldNoticeAHostThatVanishesWithoutALauncher() throws Exception {
        Requirement.PACKET_LOSS.need();
        Requirement.NETWORK.need();
        final String java = String.join(" ", ForeignLauncher.java(Ends.class.getName(), "sleep"));
        final Result result = script(
                2,
                "export SHMEM_RENDEZVOUS_ADDRESS=hostA:4711 SHMEM_RENDEZVOUS_NPES=2 SHMEM_TIMEOUT=300"
                        + " SHMEM_RENDEZVOUS_SECRET=0123456789abcdef 'SHMEM_OFI_PROVIDER=tcp;ofi_rxm'; cd " + directory
                        + "; SHMEM_RENDEZVOUS_PE=0 " + java + " > a 2>&1 & a=$!; "
                        + "SHMEM_RENDEZVOUS_PE=1 $HOSTS hostB " + java + " > b 2>&1 & b=$!; "
                        + "until grep -qs asleep b; do sleep 0.1; done; $HOSTS drop hostB 100; start=$SECONDS; "
                        + "wait $a; echo $?; wait $b; echo $?; echo $((SECONDS - start < 60)); cat a b");
        assertTrue(result.text().startsWith("1\n1\n1\n"), result.text());
        assertTrue(
                result.text().matches("(?s).*PE 1 \\(pid \\d+ on hostB\\) has ended without a last word.*"),
                result.text());
        assertTrue(result.text().contains("the process met at hostA has ended"), result.text());
    }

    /** Nobody listens: a host that can be reached says so at once. */
    @Test
    void shouldTakeAHostOffTheNetwork() throws Exception {
        Requirement.PACKET_LOSS.need();
        final String probe = "bash -c '< /dev/tcp/hostB/9' 2> /dev/null; echo $?; ";
        final String reached = "timeout 10 " + probe; // a first packet that is lost is sent again after a second
        final String silent = "timeout 1 " + probe;
        final Result result = script(
                2,
                reached
                        + "$HOSTS link hostB down; " + silent
                        + "$HOSTS link hostB up; " + reached
                        + "$HOSTS drop hostB 100; " + silent
                        + "$HOSTS drop hostB 0; " + reached);
        assertEquals("1\n124\n1\n124\n1\n", result.text());
    }

    @Test
    void shouldGiveHostsWhatIsTheirOwnAndLeaveNothing() throws Exception {
        final Result result = script(
                3,
                "for host in hostA hostB hostC; do $HOSTS -x $host hostname '&&' touch /dev/shm/of-$host '&&' ls"
                        + " /dev/shm; done; sleep 300 & $HOSTS hostC sleep 300 & echo $JSHMEM_HOSTS | tr ' ' '\n"
                        + "'; exit 7");
        assertEquals(7, result.status(), result.text());
        final List<String> lines = result.text().lines().toList();
        assertEquals(
                List.of("hostA", "of-hostA", "hostB", "of-hostB", "hostC", "of-hostC"),
                lines.subList(0, 6),
                result.text());
        assertEquals(10, lines.size(), result.text());
        for (String holder : lines.subList(6, 10)) {
            final long pid = Long.parseLong(holder.substring(holder.indexOf('=') + 1));
            assertTrue(ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true), holder);
        }
    }

    @Test
    void shouldNotClash() throws Exception {
        final Result result = script(
                2,
                "$HOSTS with 2 sh -c \"$HOSTS hostB hostname; $HOSTS link hostB down\"; "
                        + "timeout 10 bash -c '< /dev/tcp/hostB/9' 2> /dev/null; echo $?");
        assertEquals("hostB\n1\n", result.text());
    }

    private Result script(int hosts, String script) throws IOException, InterruptedException {
        ForeignLauncher.needHosts();
        return ForeignLauncher.runScriptOnHosts(directory, hosts, script);
    }

    private Result run(ForeignLauncher launcher, int hosts, int ppn, String... java)
            throws IOException, InterruptedException {
        launcher.need();
        ForeignLauncher.needHosts();
        return launcher.runOnHosts(directory, hosts, ppn, java);
    }
}
