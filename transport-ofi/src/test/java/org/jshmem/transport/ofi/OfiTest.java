package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network alone: processes that reach one another by nothing else. */
@Tag(QuickFilter.FULL)
@Timeout(120)
class OfiTest {
    private static final long LIMIT_S = 90;

    @TempDir
    private Path directory;

    @BeforeAll
    static void needLibfabric() {
        Requirement.NETWORK.need();
    }

    @ParameterizedTest
    @CsvSource({
        "TRANSFERS, 2, tcp;ofi_rxm",
        "TRANSFERS, 3, shm",
        "LARGE, 2, tcp;ofi_rxm",
        "LARGE, 2, shm",
        "CONTEXTS, 2, tcp;ofi_rxm",
        "CONTEXTS, 2, shm",
        "ATOMICS, 3, tcp;ofi_rxm",
        "ATOMICS, 3, shm",
        "SIGNALS, 2, tcp;ofi_rxm",
        "SIGNALS, 2, shm",
        "QUIET, 3, tcp;ofi_rxm",
        "QUIET, 2, shm",
        "FENCE, 2, tcp;ofi_rxm",
        "FENCE, 2, shm",
        "MESSAGES, 3, tcp;ofi_rxm",
        "MESSAGES, 3, shm",
        "MESSAGES, 2, tcp;ofi_rxm",
        "TRANSFERS, 2, net",
        "ATOMICS, 2, net",
        "SIGNALS, 2, net",
        "QUIET, 2, net",
        "FENCE, 2, net",
        "STALLED, 2, tcp;ofi_rxm",
        "STALLED, 2, net",
        "STRANGER, 2, tcp;ofi_rxm",
        "BUSY_TARGET, 2, tcp;ofi_rxm",
        "BUSY_TARGET, 2, shm",
        "SLEEPER, 2, tcp;ofi_rxm",
        "IDLE, 2, tcp;ofi_rxm",
    })
    void shouldPlay(Scenario scenario, int pes, String provider) throws Exception {
        final Map<String, String> settings = new HashMap<>(Map.of("SHMEM_OFI_PROVIDER", provider));
        if (scenario == Scenario.MESSAGES && pes == 2) {
            settings.put("SHMEM_PROGRESS", "calls");
        }
        final int[] exits = run(scenario, pes, settings);
        assertArrayEquals(new int[pes], exits, () -> outputs(pes));
    }

    /** TCP in place of networks that pin memory, and so have it registered in regions. */
    @ParameterizedTest
    @CsvSource({
        "TRANSFERS, 2, tcp;ofi_rxm, allocated",
        "TRANSFERS, 2, net, 'allocated,virt_addr,prov_key,local'",
        "LARGE, 2, tcp;ofi_rxm, allocated",
        "LARGE, 2, net, 'allocated,virt_addr,prov_key,local'",
        "CONTEXTS, 2, net, 'allocated,prov_key'",
    })
    void shouldPlayInRegions(Scenario scenario, int pes, String provider, String modes) throws Exception {
        final int[] exits = run(scenario, pes, Map.of("SHMEM_OFI_PROVIDER", provider), "-Dorg.jshmem.ofi.mr-modes=" + modes);
        assertArrayEquals(new int[pes], exits, () -> outputs(pes));
    }

    @Test
    void shouldNoticeADeath() throws Exception {
        final int[] exits = run(Scenario.DEATH, 2, Map.of("SHMEM_OFI_PROVIDER", "tcp;ofi_rxm", "SHMEM_TIMEOUT", "10"));
        assertEquals(1, exits[0], () -> outputs(2));
        assertTrue(outputs(1).contains(" with PE 1"), () -> outputs(2));
        assertTrue(outputs(1).contains("the network (tcp;ofi_rxm)"), () -> outputs(2));
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        final int[] exits = run(Scenario.QUIET, 2, Map.of("SHMEM_OFI_PROVIDER", "nonsense"));
        assertEquals(1, exits[0], () -> outputs(2));
        final String output = outputs(1);
        assertTrue(output.contains("looked for SHMEM_OFI_PROVIDER=nonsense"), output);
        assertTrue(output.contains(" has ") && output.contains("Set or unset"), output);
    }

    /** Runs a scenario; returns the exit statuses. */
    private int[] run(Scenario scenario, int pes, Map<String, String> settings, String... options) throws Exception {
        final long seed = System.nanoTime();
        System.out.println(scenario + " of " + pes + " PEs with " + settings + ", seed " + seed);
        final List<Process> processes = new ArrayList<>();
        try {
            for (int pe = 0; pe < pes; pe++) {
                processes.add(start(scenario, pe, pes, settings, seed, options));
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

    private Process start(
            Scenario scenario, int pe, int pes, Map<String, String> settings, long seed, String... options)
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
                scenario.name(),
                Long.toString(seed)));
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
