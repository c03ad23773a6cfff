package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.MeasurementJson;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The C program is built, measures and ends. */
@Tag(QuickFilter.FULL)
@Timeout(180)
class FabricProgramTest {
    private static final Path SOURCES = Path.of("src/main/c").toAbsolutePath();
    private static final int LIMIT_S = 80;

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureBetweenTwoProcesses() throws Exception {
        build();

        List<Measurement> measured = run("--only", "^(put . quiet|get|message|atomic)", "1").stream()
                .map(MeasurementJson::parse)
                .flatMap(Optional::stream)
                .toList();

        assertEquals(
                Set.of("message, there and back", "put + quiet", "get", "atomic fetch_add"),
                measured.stream().map(Measurement::operation).collect(Collectors.toSet()));
        assertTrue(measured.stream().allMatch(m -> m.p10Ns() > 0 && m.p10Ns() <= m.medianNs()), measured::toString);
    }

    @Test
    void shouldMeasureWhatItIsAskedFor() throws Exception {
        build();

        try (var program = new Measurer(command("--on-request", "--only", "^(get|message)", "1"), directory)) {
            assertEquals(List.of("message, there and back|8", "get|8", "get|65536", "get|1048576"), program.points());
            assertEquals(5, program.measure("message, there and back|8").size());
            Measurement get = program.measure("get|65536").getFirst();
            assertEquals("get", get.operation());
            assertEquals(65536, get.bytes());
            assertTrue(get.medianNs() > 0, get::toString);
            assertEquals(List.of(), program.measure("put|8"));
            program.end();
        }
    }

    /** Two nodes with two processes each. */
    @Test
    void shouldMeasureWithPartners() throws Exception {
        build();

        List<Measurement> measured = run("--partners", "1").stream()
                .map(MeasurementJson::parse)
                .flatMap(Optional::stream)
                .toList();

        assertTrue(
                measured.stream().allMatch(m -> m.operation().equals("barrier_all") && m.medianNs() > 0),
                measured::toString);
        assertEquals(5, measured.size());
    }

    private void build() throws Exception {
        Requirement.FABRIC_HEADERS.need();
        Requirement.NETWORK.need();
        List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"));
        command.addAll(List.of("-o", directory.resolve("fabric").toString()));
        for (String source : List.of("bench", "fabric", "fabric_job", "fabric_endpoint", "fabric_partner")) {
            command.add(SOURCES.resolve(source + ".c").toString());
        }
        command.add("-lfabric");
        lines(command);
    }

    private List<String> run(String... arguments) throws Exception {
        return lines(command(arguments));
    }

    private List<String> command(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(directory.resolve("fabric").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private List<String> lines(List<String> command) throws IOException, InterruptedException {
        return CommandOutput.of(directory, LIMIT_S, command).lines().toList();
    }
}
