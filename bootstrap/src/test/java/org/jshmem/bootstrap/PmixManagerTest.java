package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jshmem.ShmemException;
import org.jshmem.testing.CommandOutput;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a PE asks of libpmix, in a JVM of its own whose libpmix is a stand-in that prints what it is asked. */
@Timeout(60)
class PmixManagerTest {
    private static final String SOURCE = "stand-in-pmix.c";
    private static final int COMPILE_SECONDS = 30;
    private static final String JOB = "job-" + ProcessHandle.current().pid() + "-";

    @TempDir
    private static Path directory;

    /** Uses all of it. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            try {
                final PmixManager manager = PmixManager.connect(System.getenv());
                System.out.println(manager.pe() + " of " + manager.nPes());
                System.out.println(Arrays.toString(manager.nodes()));
                System.out.println(manager.join().describe());
                manager.put("key", new byte[] {1, -1, 3});
                manager.put("empty", new byte[0]);
                manager.fence();
                System.out.println(Arrays.toString(manager.get(manager.pe(), "key")));
                System.out.println(Arrays.toString(manager.get(manager.pe(), "empty")));
                manager.barrier();
                System.out.println(manager.describe() + " " + manager.namesProcesses());
                manager.abort(7, "a reason");
                manager.finish();
            } catch (ShmemException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @BeforeAll
    static void compile() throws Exception {
        Requirement.C_COMPILER.need();
        final Path source = directory.resolve(SOURCE);
        try (InputStream in = PmixManagerTest.class.getResourceAsStream(SOURCE)) {
            Files.copy(in, source);
        }
        compile(source, Files.createDirectory(directory.resolve("whole")));
        compile(
                Files.writeString(directory.resolve("empty.c"), "int nothing;\n"),
                Files.createDirectory(directory.resolve("empty")));
        final Path broken = Files.createDirectory(directory.resolve("broken"));
        Files.writeString(broken.resolve("libpmix.so.2"), "no library");
        Files.writeString(broken.resolve("libpmix.so"), "no library");
    }

    private static void compile(Path source, Path to) throws IOException, InterruptedException {
        CommandOutput.of(
                directory,
                COMPILE_SECONDS,
                List.of(
                        "cc",
                        "-fPIC",
                        "-shared",
                        "-o",
                        to.resolve("libpmix.so.2").toString(),
                        source.toString()));
    }

    private static String said(String library, String job, Map<String, String> environment) throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(EndOfJvmTest.command(Program.class));
        builder.environment().put("LD_LIBRARY_PATH", directory.resolve(library).toString());
        builder.environment().put("PMIX_NAMESPACE", job);
        builder.environment().put("STAND_IN_SIZE", "4");
        builder.environment().putAll(environment);
        final Process process = builder.redirectErrorStream(true).start();
        try (InputStream in = process.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** What PE {@code me} of those on its node says and asks. */
    private static String expected(String job, int me, String places, String there) {
        return String.format("""
            init 0
            get %1$s -2 pmix.job.size 0
            get %1$s -2 pmix.local.size 0
            %3$s
            %4$s
            put 3 key 27 01ff03
            commit
            put 3 empty 27\s
            commit
            fence 0 pmix.collect 1 1
            get %1$s %2$d key 0
            [1, -1, 3]
            get %1$s %2$d empty 0
            []
            fence 0
            PMIx (StandIn 9.8) true
            abort 7 <> 0
            finalize 0
            """, job, me, places, there);
    }

    @Test
    void shouldAskForNoPlacesOnOneNode() throws Exception {
        final String job = JOB + "one";
        assertEquals(
                expected(job, 1, "1 of 4\n[0, 0, 0, 0]", "not there: PEs 0, 2, 3 of this node"),
                said("whole", job, Map.of("PMIX_RANK", "1", "STAND_IN_LOCAL_SIZE", "4")));
    }

    /** The lowest PE of a node publishes those of its node; it is PE 2 here, or it is another. */
    @ParameterizedTest
    @CsvSource({"2, 3", "3, 2"})
    @Tag(QuickFilter.FULL)
    void shouldLearnThePlacesOfTheOthers(int me, int other) throws Exception {
        final String job = JOB + "two-" + me;
        final String places = "get " + job + " -2 pmix.lpeers 0\n" + me + " of 4\n"
                + (me == 2 ? "put 3 jshmem-place 27 0000000200000002\ncommit\n" : "")
                + "fence 0 pmix.collect 1 1\nget " + job + " 0 jshmem-place 0\nget " + job
                + " 2 jshmem-place 0\n[0, 0, 2, 2]";
        assertEquals(
                expected(job, me, places, "not there: PE " + other + " of this node"),
                said(
                        "whole",
                        job,
                        Map.of(
                                "PMIX_RANK",
                                Integer.toString(me),
                                "STAND_IN_LOCAL_SIZE",
                                "2",
                                "STAND_IN_LOCAL_PEERS",
                                "3,2")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "whole  | init | 1 | the launcher's PMIx: PMIx_Init, by PMIX_NAMESPACE=JOB PMIX_RANK=1, failed (status"
                        + " -25, A-REASON)",
                "whole  | type | 1 | PMIx_Get(-2, pmix.job.size) gives a value of type 99 and not 14",
                "whole  | none | 4 | PMIX_RANK=4 is not a PE from 0 to 3, as pmix.job.size=4; ",
                "empty  | none | 1 | libpmix has no function PMIx_Put; JSHMEM needs PMIx 2 or later, with its client",
                "broken | none | 1 | PMIx is asked for and its library is not found (libpmix.so.2, libpmix.so); install"
                        + " it (Debian: libpmix2), or add its directory to LD_LIBRARY_PATH",
            })
    @Tag(QuickFilter.FULL)
    void shouldSayWhatIsWrong(String library, String failure, String rank, String message) throws Exception {
        final String job = JOB + library + "-" + failure;
        final String said = said(library, job, Map.of("PMIX_RANK", rank, "STAND_IN_FAILS", failure));
        final String last = said.strip().lines().toList().getLast();
        assertTrue(last.startsWith(message.replace("JOB", job)), said);
    }

    /** The library might wait for ever. */
    @Test
    void shouldCheckItsNumberFirst() {
        for (Map<String, String> environment :
                List.of(Map.of("PMIX_NAMESPACE", "n", "PMIX_RANK", "x"), Map.of("PMIX_NAMESPACE", "n"))) {
            final String message = assertThrows(ShmemException.class, () -> PmixManager.connect(environment))
                    .getMessage();
            assertTrue(
                    message.startsWith("PMIX_RANK=" + environment.getOrDefault("PMIX_RANK", "") + " is not a PE"),
                    message);
        }
    }
}
