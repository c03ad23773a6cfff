package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code shmemrun -p PATH -m module/Class}: the program and the library are modules, and nothing is exported. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class ModulesTest {
    private static final String PROGRAM = """
        package app;

        import static org.jshmem.Shmem.*;

        import org.jshmem.flow.Flow;

        class Main {
            record Edge(long from, int to) {}

            private static Edge last;

            static void main(String[] args) {
                try (var _ = init();
                        var x = mallocLongs(1)) {
                    p(x, 40L + myPe(), 1 - myPe());
                    barrierAll();
                    try (Flow<Edge> edges = Flow.of(TEAM_WORLD, Edge.class, (from, edge) -> last = edge)) {
                        edges.send(1 - myPe(), new Edge(7, myPe()));
                    }
                    IO.println(myPe() + ": " + x.get(0) + " " + args[0] + " " + Main.class.getModule() + ", "
                            + x.getClass().getModule() + ", " + last);
                }
            }
        }
        """;

    @TempDir
    private Path directory;

    @BeforeEach
    void compile() throws Exception {
        final Path source = Files.createDirectories(directory.resolve("source/app"));
        Files.writeString(
                source.resolveSibling("module-info.java"),
                "module some.app { requires org.jshmem.flow; opens app to org.jshmem.flow; }");
        Files.writeString(source.resolve("Main.java"), PROGRAM);
        final int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-p",
                        Command.home() + "/lib/pe",
                        "-d",
                        directory.resolve("modules/some.app").toString(),
                        source.resolveSibling("module-info.java").toString(),
                        source.resolve("Main.java").toString());
        assertEquals(0, status);
    }

    private String run(String... options) throws Exception {
        final String[] words = new String[options.length + 7];
        System.arraycopy(options, 0, words, 0, options.length);
        System.arraycopy(
                new String[] {"-np", "2", "-p", "modules", "-m", "some.app/app.Main", "arg"},
                0,
                words,
                options.length,
                7);
        return Command.run(directory, 0, words).lines().sorted().collect(Collectors.joining("\n"));
    }

    @Test
    void shouldRunAProgram() throws Exception {
        assertEquals(
                "0: 41 arg module some.app, module org.jshmem, Edge[from=7, to=1]\n"
                        + "1: 40 arg module some.app, module org.jshmem, Edge[from=7, to=0]",
                run());
    }

    @Test
    void shouldRunOverTheNetwork() throws Exception {
        assertTrue(run("-x", "SHMEM_SHR=off").contains("0: 41 arg module some.app"));
    }

    @Test
    void shouldTakeTools() throws Exception {
        final String text = run("-x", "SHMEM_TOOL=profile", "--report", "report.html");
        assertTrue(text.contains("profile of 2 PEs"), text);
        assertTrue(Files.readString(directory.resolve("report.html")).contains("\"name\":\"p\",\"calls\":1"));
    }
}
