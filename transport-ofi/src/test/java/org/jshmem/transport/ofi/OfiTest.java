package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The network alone: processes that reach one another by nothing else. */
@Tag(QuickFilter.FULL)
@Timeout(240)
class OfiTest {
    private static final long LIMIT_S = 200;
    private static final String PROVIDER = "SHMEM_OFI_PROVIDER";

    @TempDir
    private Path directory;

    @BeforeAll
    static void needLibfabric() {
        Requirement.NETWORK.need();
    }

    /** Scenarios of one job: most of what a job takes is its start. */
    @ParameterizedTest
    @MethodSource("ofThisPart")
    void shouldPlay(int pes, String scenarios) throws Exception {
        play(pes, Map.of(PROVIDER, "tcp;ofi_rxm"), scenarios);
    }

    private static List<Arguments> ofThisPart() {
        return Draw.ofThisBuild()
                .oneOf(List.of(
                        Arguments.of(2, "TRANSFERS LARGE SIGNALS FENCE STALLED IDLE"),
                        Arguments.of(2, "CONTEXTS STRANGER BUSY_TARGET SLEEPER"),
                        Arguments.of(3, "ATOMICS QUIET MESSAGES KINDS")));
    }

    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @CsvSource({
        "2, shm, LARGE CONTEXTS SIGNALS QUIET FENCE BUSY_TARGET",
        "3, shm, TRANSFERS ATOMICS MESSAGES",
        "2, net, TRANSFERS ATOMICS SIGNALS QUIET FENCE STALLED",
    })
    void shouldPlayByAnotherProvider(int pes, String provider, String scenarios) throws Exception {
        play(pes, Map.of(PROVIDER, provider), scenarios);
    }

    @Test
    void shouldDeliverMessagesInCallsAlone() throws Exception {
        play(2, Map.of(PROVIDER, "tcp;ofi_rxm", "SHMEM_PROGRESS", "calls"), "MESSAGES");
    }

    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @ValueSource(strings = {"tcp;ofi_rxm", "net"})
    void shouldSendWhatIsQueuedWhileItEnds(String provider) throws Exception {
        play(2, Map.of(PROVIDER, provider), "LAST");
    }

    /** TCP in place of networks that pin memory, and so have it registered in regions. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @CsvSource({
        "tcp;ofi_rxm, allocated, TRANSFERS",
        "net, 'allocated,virt_addr,prov_key,local', TRANSFERS LARGE",
    })
    void shouldPlayInRegions(String provider, String modes, String scenarios) throws Exception {
        play(2, Map.of(PROVIDER, provider), scenarios, "-Dorg.jshmem.ofi.mr-modes=" + modes);
        assertTrue(outputs(1).contains(", memory registered as it is claimed,"), () -> outputs(2));
    }

    private void play(int pes, Map<String, String> settings, String scenarios, String... options) throws Exception {
        final int[] exits = run(scenarios, pes, settings, options);
        assertArrayEquals(new int[pes], exits, () -> outputs(pes));
        for (String scenario : scenarios.split(" ")) {
            assertTrue(outputs(pes).contains("PE 0 has played " + scenario), () -> outputs(pes));
        }
    }

    @Test
    void shouldNoticeADeath() throws Exception {
        final int[] exits = run("DEATH", 2, Map.of(PROVIDER, "tcp;ofi_rxm", "SHMEM_TIMEOUT", "10"));
        assertEquals(1, exits[0], () -> outputs(2));
        assertTrue(outputs(1).contains(" with PE 1"), () -> outputs(2));
        assertTrue(outputs(1).contains("the network (tcp;ofi_rxm)"), () -> outputs(2));
    }

    /** PE 0 looks at its network all the time, and asks PE 1 for nothing. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldNoticeThatAPeIsStoppedWhileThreadsPoll() throws Exception {
        final int[] exits = run("STOPPED", 2, Map.of(PROVIDER, "tcp;ofi_rxm", "SHMEM_TIMEOUT", "3"));
        assertEquals(1, exits[0], () -> outputs(2));
        assertTrue(outputs(1).contains("while this PE waited for a heartbeat with PE 1"), () -> outputs(2));
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        final int[] exits = run("QUIET", 2, Map.of(PROVIDER, "nonsense"));
        assertEquals(1, exits[0], () -> outputs(2));
        final String output = outputs(1);
        assertTrue(output.contains("looked for SHMEM_OFI_PROVIDER=nonsense"), output);
        assertTrue(output.contains(" has ") && output.contains("Set or unset"), output);
    }

    /** Runs a job that plays scenarios, with blanks between them; returns the exit statuses. */
    private int[] run(String scenarios, int pes, Map<String, String> settings, String... options) throws Exception {
        final long seed = System.nanoTime();
        System.out.println(scenarios + " of " + pes + " PEs with " + settings + ", seed " + seed);
        final List<Process> processes = new ArrayList<>();
        try {
            for (int pe = 0; pe < pes; pe++) {
                processes.add(start(scenarios, pe, pes, settings, seed, options));
            }
            final int[] exits = new int[pes];
            for (int pe = 0; pe < pes; pe++) {
                final boolean ended = processes.get(pe).waitFor(LIMIT_S, TimeUnit.SECONDS);
                assertTrue(ended, () -> "a PE hangs" + outputs(pes));
                exits[pe] = processes.get(pe).exitValue();
            }
            return exits;
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private Process start(String scenarios, int pe, int pes, Map<String, String> settings, long seed, String... options)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("jshmem.test.cp", System.getProperty("java.class.path")),
                OfiPe.class.getName(),
                directory.toString(),
                Integer.toString(pe),
                Integer.toString(pes),
                Long.toString(seed)));
        command.addAll(List.of(scenarios.split(" ")));
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(settings);
        final File output = directory.resolve("output." + pe).toFile();
        return builder.redirectErrorStream(true).redirectOutput(output).start();
    }

    private String outputs(int pes) {
        final StringBuilder text = new StringBuilder();
        for (int pe = 0; pe < pes; pe++) {
            try {
                text.append("\nPE ")
                        .append(pe)
                        .append(": ")
                        .append(Files.readString(directory.resolve("output." + pe)));
            } catch (IOException e) {
                text.append(e);
            }
        }
        return text.toString();
    }
}
