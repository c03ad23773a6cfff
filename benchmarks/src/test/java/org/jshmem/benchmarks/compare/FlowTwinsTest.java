package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jshmem.benchmarks.programs.FlowPrograms;
import org.jshmem.benchmarks.programs.PassTime;
import org.jshmem.benchmarks.programs.ProgramJob;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs in C are built, and have the results of those in Java. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(180)
class FlowTwinsTest {
    private static final Path SOURCES = Path.of("src/main/c/programs").toAbsolutePath();
    private static final String RECORDS = "5000";
    private static final int PASSES = 4;
    private static final int LIMIT_S = 80;

    @TempDir
    private Path directory;

    @Test
    void shouldHaveTheResultsOfJava() throws Exception {
        Requirement.OPENMPI.need();
        Requirement.OPENMPI_HEADERS.need();
        build();

        final List<Long> histogram = inJava("histogram-single");
        assertEquals(histogram, inC("histogram-single"));
        assertEquals(histogram, inC("exstack"));
        final List<Long> gather = inJava("gather-single");
        assertEquals(gather, inC("gather-single"));
        assertEquals(gather, inC("gather-exstack"));
    }

    private static List<Long> inJava(String program) throws IOException, InterruptedException {
        return checks(ProgramJob.passes(FlowPrograms.class, "0", program, RECORDS));
    }

    private List<Long> inC(String program) throws IOException, InterruptedException {
        final List<String> command = new Oshrun("oshrun", directory).command(1, "programs");
        command.addAll(List.of("0", program, RECORDS));
        return checks(CommandOutput.of(directory, LIMIT_S, command)
                .lines()
                .map(PassTime::parse)
                .flatMap(Optional::stream)
                .toList());
    }

    private static List<Long> checks(List<PassTime> passes) {
        return passes.stream().limit(PASSES).map(PassTime::check).toList();
    }

    private void build() throws IOException, InterruptedException {
        final List<String> command =
                new ArrayList<>(List.of("oshcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"));
        command.addAll(List.of("-o", directory.resolve("programs").toString()));
        try (Stream<Path> sources = Files.list(SOURCES)) {
            sources.map(Path::toString).filter(name -> name.endsWith(".c")).forEach(command::add);
        }
        CommandOutput.of(directory, LIMIT_S, command);
    }
}
