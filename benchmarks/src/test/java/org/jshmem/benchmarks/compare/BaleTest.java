package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jshmem.benchmarks.compare.Bale.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class BaleTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadTheTimeOfAModel() {
        final String results = """
            {
            "app": "./histo",
            "pes": "2",
            "Exstack2": "0.250000",
            "Exstack": "0.784067"
            }\
            """;

        assertEquals(OptionalDouble.of(784_067_000), Bale.ns(results, "", Model.EXSTACK));
        assertEquals(OptionalDouble.of(250_000_000), Bale.ns(results, "", Model.EXSTACK2));
        assertEquals(OptionalDouble.empty(), Bale.ns(results, "", Model.CONVEYOR));
    }

    @Test
    void shouldReadTheTimeOfAnAlgorithm() {
        final String results = """
            {
            "delta": "0.000000",
            "Bellman-Ford Conveyor ()": "0.060544",
            "Delta Conveyor (compares)": "0.063000"
            }\
            """;

        assertEquals(OptionalDouble.of(63_000_000), Bale.ns(results, "Delta ", Model.CONVEYOR));
        assertEquals(OptionalDouble.empty(), Bale.ns(results, "", Model.CONVEYOR));
    }

    @Test
    void shouldPreferProgramsThatAreInstalled() throws IOException {
        program("src/build/apps/histo");
        program("src/build/bin/histo");

        final Bale bale = Bale.in(directory).orElseThrow();

        assertEquals(directory.resolve("src/build/bin"), bale.programs());
        assertTrue(bale.has("histo"));
        assertFalse(bale.has("ig"));
        assertEquals(List.of("-M", "8", "-j", "x"), bale.arguments(Model.CONVEYOR, Path.of("x")));
    }

    @Test
    void shouldFindNothingWhereNothingIsBuilt() throws IOException {
        Files.createFile(directory.resolve("histo"));

        assertEquals(Optional.empty(), Bale.in(directory));
    }

    private void program(String name) throws IOException {
        final Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        assertTrue(Files.createFile(file).toFile().setExecutable(true));
    }
}
