package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs of samples/c call their C functions, which are compiled by the commands that the pages show. */
@Tag(QuickFilter.FULL)
@Timeout(150)
class CSamplesTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String SAMPLES = "samples/c";
    private static final long COMPILE_SECONDS = 60;

    private static final String PLATE = "plate: 500 steps in C on 200 rows, as in a serial run in Java\n";
    private static final String DIFFERENCES = "sum of differences: 15992001, expected: 15992001\n";

    /** Open MPI 4.1 crashes in C programs that end, with this hook of UCX. */
    private static final Map<String, String> WITHOUT_HOOK = Map.of("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0");

    /** The directory in which the commands run. */
    @TempDir
    private Path directory;

    @BeforeEach
    void copySamples() throws IOException {
        final Path copies = Files.createDirectories(directory.resolve(SAMPLES));
        try (Stream<Path> samples = Files.list(ROOT.resolve(SAMPLES))) {
            for (Path sample : samples.toList()) {
                Files.copy(sample, copies.resolve(sample.getFileName()));
            }
        }
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldRunTheKernelOfTheCookbook() throws Exception {
        Requirement.C_COMPILER.need();
        compile("cookbook.md", "cc -O3 -shared -fPIC -o libplate.so samples/c/plate.c");
        assertShown("cookbook.md", "bin/shmemrun -np 4 samples/c/Plate.java libplate.so");
        assertShown("cookbook.md", PLATE.strip());
        assertEquals(PLATE, Command.run(directory, 0, "-np", "4", "samples/c/Plate.java", "libplate.so"));
    }

    @Test
    void shouldRunTheFirstStageOfThePort() throws Exception {
        needOpenShmem();
        compile("porting.md", "oshcc -O2 -o differences samples/c/differences.c");
        assertEndsWell(ForeignLauncher.OSHRUN.run(
                directory, 4, WITHOUT_HOOK, directory.resolve("differences").toString()));
    }

    /** On the symmetric memory of Java, C functions put and complete. */
    @Test
    void shouldRunTheSecondStageOfThePort() throws Exception {
        assertEndsWell(ForeignLauncher.OSHRUN.run(directory, 4, Map.of(), secondStage()));
    }

    /** Where C puts through the network. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldRunTheSecondStageOfThePortOnHosts() throws Exception {
        ForeignLauncher.needHosts();
        assertEndsWell(ForeignLauncher.OSHRUN.runOnHosts(directory, 2, 2, secondStage()));
    }

    private String[] secondStage() throws IOException, InterruptedException {
        needOpenShmem();
        compile("porting.md", "oshcc -O2 -shared -fPIC -o libdifferences.so samples/c/differences.c");
        assertShown("porting.md", "samples/c/DifferencesWithC.java libdifferences.so");
        return ForeignLauncher.plainJava(
                directory.resolve("samples/c/DifferencesWithC.java").toString(),
                directory.resolve("libdifferences.so").toString());
    }

    private static void needOpenShmem() {
        ForeignLauncher.OSHRUN.need();
        Requirement.OPENMPI_HEADERS.need();
    }

    private static void assertEndsWell(Result result) {
        assertEquals(0, result.status(), result.text());
        assertEquals(DIFFERENCES, result.text());
    }

    private static void assertShown(String page, String line) throws IOException {
        assertTrue(Files.readString(ROOT.resolve("docs").resolve(page)).contains(line + "\n"), page + ": " + line);
    }

    /** Runs a command that a page shows. */
    private void compile(String page, String command) throws IOException, InterruptedException {
        assertShown(page, "    " + command);
        final Path said = directory.resolve("said.txt");
        final Process compiler = new ProcessBuilder(command.split(" "))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS), command);
            assertEquals(0, compiler.exitValue(), Files.readString(said));
        } finally {
            compiler.destroyForcibly();
        }
    }
}
