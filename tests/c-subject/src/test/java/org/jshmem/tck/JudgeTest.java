package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/tck judge}, as a user starts it, on the C library of this module. */
@Timeout(200)
@Tag(QuickFilter.FULL)
class JudgeTest {
    private static final Path TCK = Path.of("../../build/distribution/target/jshmem/bin/tck")
            .toAbsolutePath()
            .normalize();

    private static final int LIMIT_SECONDS = 180;

    // Defects, as planted.tsv numbers them.
    private static final int SHORT_PUTS = 1;
    private static final int NO_QUIET_OF_A_DESTROYED_CONTEXT = 24;
    private static final int CRASH = 108;
    private static final int HANG = 109;

    /** The C program, which the command prints without indentation. */
    private static final Pattern PROGRAM =
            Pattern.compile("in C, too, .*?\n  The program:\n(.*?)\nshr ", Pattern.DOTALL);

    @TempDir
    private static Path compiled;

    private static CLibrary library;

    @TempDir
    private Path directory;

    /** What the command said, and its status. */
    private record Judgment(int status, String text) {
        void assertContains(String words) {
            assertTrue(text.contains(words), text);
        }

        /** The numbers in the last line of the table: passed, failed, crashed, hung, missing, Java only. */
        void assertCounts(int... counts) {
            final StringBuilder line = new StringBuilder("all cases");
            for (int count : counts) {
                line.append(" +").append(count);
            }
            assertTrue(
                    Pattern.compile("^" + line + "$", Pattern.MULTILINE)
                            .matcher(text)
                            .find(),
                    text);
        }
    }

    @BeforeAll
    static void compile() throws Exception {
        library = CLibrary.shared();
    }

    private String launch(int defect) {
        return "env SUBJECT_DEFECT=" + defect + " " + library.launcher() + " {n} {command}";
    }

    private Judgment judge(int defect, String... words) throws IOException, InterruptedException {
        final Path output = Files.createTempFile(compiled, "judge", ".out");
        final List<String> command = new ArrayList<>(
                List.of(TCK.toString(), "judge", "--oshcc", library.oshcc(), "--launch", launch(defect)));
        command.addAll(List.of(words));
        final Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> "not ended: " + command);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return new Judgment(process.exitValue(), Files.readString(output));
    }

    private List<String> leftBehind() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldPassAGoodLibrary() throws Exception {
        final Judgment judgment = judge(
                0,
                "--only=put:Longs|barrierAll|randomPrograms@2",
                "--json=report.json",
                "--html=report.html",
                "--subject=a small library");
        assertEquals(0, judgment.status(), judgment.text());
        assertTrue(judgment.text().matches("(?s)0 of \\d{3,4} routines are missing.*"), judgment.text());
        judgment.assertCounts(3, 0, 0, 0, 0, 0);
        assertEquals(List.of("report.html", "report.json"), leftBehind());
        final String json = Files.readString(directory.resolve("report.json"));
        assertTrue(json.contains("\"subject\": \"a small library\""), json);
        assertTrue(json.contains("\"passed\": 3,\n  \"failed\": 0,"), json);
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldExplainAFailure() throws Exception {
        final Judgment judgment =
                judge(NO_QUIET_OF_A_DESTROYED_CONTEXT, "--only=s6_destroyIsQuietAndTheDefaultContextStays|barrierAll");
        assertEquals(1, judgment.status(), judgment.text());
        judgment.assertCounts(1, 1, 0, 0, 0, 0);
        judgment.assertContains("FAILED shr s6_destroyIsQuietAndTheDefaultContextStays: failed: ");
        judgment.assertContains("\n  the specification (");
        judgment.assertContains("\n  last calls, ");
        judgment.assertContains("    shmem_ctx_destroy(");
        assertEquals(List.of(), leftBehind());
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldNotCallALibraryGoodOfWhichNothingHasPassed() throws Exception {
        final Judgment judgment = judge(0, "--only=ctxCreate", "--without=shmem_ctx_create", "--json=report.json");
        assertEquals(1, judgment.status(), judgment.text());
        judgment.assertCounts(0, 0, 0, 0, 1, 0);
        final String json = Files.readString(directory.resolve("report.json"));
        assertTrue(json.contains("the library has no "), json);
    }

    @Test
    void shouldRefuseRoutinesThatAreNotThere() throws Exception {
        final Judgment judgment = judge(0, "--only=ctxCreate", "--without=shmem_no_such");
        assertNotEquals(0, judgment.status(), judgment.text());
        judgment.assertContains("tck: --without=shmem_no_such is no routine of OpenSHMEM 1.6 in C");
    }

    /** The JVM of a PE then writes an error file, which is not left behind. */
    @Test
    @Tag(Draw.DRAWN)
    void shouldTellACrash() throws Exception {
        final Judgment judgment = judge(CRASH, "--only=peAccessible|barrierAll");
        assertEquals(1, judgment.status(), judgment.text());
        judgment.assertCounts(1, 0, 1, 0, 0, 0);
        judgment.assertContains("FAILED shr peAccessible: crashed: ");
        assertEquals(List.of(), leftBehind());
    }

    /** It takes as long as the kit's limit for a case. */
    @Test
    @Tag(Draw.DRAWN)
    void shouldTellAHang() throws Exception {
        final Judgment judgment = judge(HANG, "--only=signalWaitUntil:Longs|barrierAll");
        assertEquals(1, judgment.status(), judgment.text());
        judgment.assertCounts(1, 0, 0, 1, 0, 0);
        judgment.assertContains("shmem_signal_wait_until(");
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldPrintAProgramOfCThatShowsTheFailure() throws Exception {
        final Judgment judgment = judge(SHORT_PUTS, "--only=randomPrograms@2", "--seed=1");
        assertEquals(1, judgment.status(), judgment.text());
        final Matcher program = PROGRAM.matcher(judgment.text());
        assertTrue(program.find(), judgment.text());
        final String source = program.group(1);
        assertNotEquals("", new CPrograms(library.oshcc(), launch(SHORT_PUTS), directory).run(source, 2), source);
        assertEquals("", new CPrograms(library.oshcc(), launch(0), directory).run(source, 2), source);
    }
}
