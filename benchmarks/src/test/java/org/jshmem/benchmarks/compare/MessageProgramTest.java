package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program with MPI is built, measures what Java measures, and ends. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(180)
class MessageProgramTest {
    private static final Path SOURCES = Path.of("src/main/c").toAbsolutePath();
    private static final int SLICE_MS = 1;
    private static final int SLICES = 5;
    private static final int LIMIT_S = 80;

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureWhatItIsAskedFor() throws Exception {
        build();

        try (var program = start("messages")) {
            for (String point : List.of("message|8", "replay of MiniMD|1", "replay of LULESH|1")) {
                final List<Measurement> measured = program.measure(point);

                assertEquals(SLICES, measured.size(), point);
                assertTrue(measured.stream().allMatch(m -> m.medianNs() > 0 && m.roundTripBeforeNs() > 0));
            }
            assertEquals(List.of(), program.measure("give + take|8"));
            program.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "nonblocking"})
    void shouldHaveATwinInJavaOfEachPoint(String suite) throws Exception {
        build();
        // Before the program, whose PEs poll while they wait.
        final Set<String> twins =
                javaPoints(suite).stream().map(MessageProgramTest::inC).collect(Collectors.toCollection(TreeSet::new));

        try (var program = start(suite)) {
            assertTrue(twins.containsAll(program.points()), () -> program.points() + " and " + twins);
            program.end();
        }
    }

    private static String inC(String point) {
        final int end = point.lastIndexOf('|');
        return MessageTwins.inC(point.substring(0, end)) + point.substring(end);
    }

    /** What a job of one PE lists before it asks what to measure. */
    private List<String> javaPoints(String suite) throws IOException, InterruptedException {
        return lines(
                        "env",
                        "SHMEM_NB_REQUESTS=64",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.jshmem.benchmarks.MultiPeBenchmark",
                        "--" + suite,
                        "--on-request",
                        "--lines")
                .stream()
                .filter(line -> line.contains("|"))
                .toList();
    }

    private Measurer start(String suite) throws IOException {
        final Mpi mpi = Mpi.found(directory).stream()
                .filter(found -> found.name().equals("Open MPI"))
                .findFirst()
                .orElseThrow();
        return new Measurer(mpi.command(SLICE_MS, suite), directory);
    }

    private void build() throws Exception {
        Requirement.OPENMPI.need();
        Requirement.OPENMPI_HEADERS.need();
        final List<String> command = new ArrayList<>(
                List.of("mpicc.openmpi", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread"));
        command.addAll(List.of(
                "-I" + SOURCES, "-o", directory.resolve("messages-openmpi").toString()));
        command.add(SOURCES.resolve("bench.c").toString());
        try (Stream<Path> sources = Files.list(SOURCES.resolve("messages"))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".c")).forEach(command::add);
        }
        lines(command.toArray(String[]::new));
    }

    private List<String> lines(String... command) throws IOException, InterruptedException {
        return CommandOutput.of(directory, LIMIT_S, List.of(command)).lines().toList();
    }
}
