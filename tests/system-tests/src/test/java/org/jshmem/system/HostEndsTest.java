package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * Ways in which PEs on several hosts end, by the launchers of clusters and without one. It takes longest, and mostly
 * waits, so it comes first, beside others.
 */
@Order(1)
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class HostEndsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN", "SLURM_PMI2", "SLURM_PMIX"})
    void shouldEndAllHostsWhenAPeIsKilled(ForeignLauncher launcher) throws Exception {
        final Result result = run(launcher, 2, 2, ForeignLauncher.java(WireUp.class.getName(), "kill"));
        assertNotEquals(0, result.status(), result.text());
        assertTrue(!result.text().contains("an exchange took"), result.text());
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
