package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit on JSHMEM over a C library of our own, which executes non-blocking operations as late as it may. PEs in
 * network namespaces of their own take themselves for nodes, and use the library as a network; others use it as shared
 * memory.
 */
@Timeout(300)
@Tag(QuickFilter.FULL)
class OverSubjectTest {
    private static final String JAVA = "{java} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
            + " --enable-native-access=ALL-UNNAMED -cp ";

    private static final Path PE_JARS = Path.of("../../build/distribution/target/jshmem/lib/pe")
            .toAbsolutePath()
            .normalize();
    private static final String APART = "unshare --net ";
    private static final int PES = 4;
    private static final long JOB_SECONDS = 60;

    /** What each build runs, on nodes or on one in turn. */
    private static final String FEW =
            "(put|atomicFetchAdd|sumReduce):Longs|barrierAll|messageMatching|flowOfHandlersThatSend@4";

    /** What differs most between nodes. */
    private static final String SOME =
            "(get|iput|putSignal|waitUntil|broadcast|fcollect|setLock):Longs|atomicCompareSwap:Ints|barrierCompletesPuts@2"
                + "|randomPrograms@3|.*Elsewhere(:Longs)?(@[24])?|(put|lock)Histories@3";

    private static final String MORE =
            "\\w+:(Longs|mem|64)|messages.*|random.*@[23]|(atomic|put)Histories@3|limitsOf.*|peFence.*|localComplete.*";

    @TempDir
    private static Path directory;

    private static CLibrary library;

    @BeforeAll
    static void compile() throws Exception {
        library = CLibrary.shared();
    }

    private static Harness harness(Transport transport, Nodes nodes, String prefix) {
        return new Harness(
                transport,
                nodes,
                library.launcher() + " {n} " + prefix + JAVA + PE_JARS + "/*:{cp} {main}",
                PES,
                Map.of("SHMEM_TRANSPORT", "native:" + library.file()));
    }

    private static Stream<DynamicTest> tests(Harness harness, int nodes) {
        final Draw draw = Draw.ofThisBuild();
        final boolean runsFew = draw.oneOf(List.of(1, PES)).contains(nodes);
        return harness.groups(one -> runsFew && one.id().matches(FEW) || isSimilar(one) && draw.has(one.id())).stream()
                .map(group -> CSubjectTest.passes(harness, group));
    }

    private static boolean isSimilar(CaseRef one) {
        return one.id().matches(SOME) || one.isSharing() && one.id().matches(MORE);
    }

    @TestFactory
    Stream<DynamicTest> shouldConformOnNodes() {
        Requirement.HOSTS.need();
        return tests(harness(Transport.NODES, Nodes.parse("4x1"), APART), PES);
    }

    @TestFactory
    Stream<DynamicTest> shouldConformOnOneNode() {
        return tests(harness(Transport.SHR, Nodes.of(Transport.SHR), ""), 1);
    }

    @Test
    void shouldSayThatThreadsAreNotServed() throws Exception {
        Requirement.HOSTS.need();
        assertRefused(
                Map.of("SUBJECT_THREADS", "2"),
                library.file(),
                APART,
                "grants no SHMEM_THREAD_MULTIPLE, which a job on several nodes needs; use one that was configured with"
                        + " it");
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldSayWhichFunctionIsMissing(@TempDir Path other) throws Exception {
        final CLibrary without = CLibrary.compile(other, "-Dshmem_global_exit=subject_global_exit");
        assertRefused(Map.of(), without.file(), "", "has no function shmem_global_exit");
    }

    @Test
    void shouldRefuseAHeapThatIsLargerThanMemory() throws Exception {
        assertRefused(
                Map.of("SHMEM_SYMMETRIC_SIZE", "100T"),
                library.file(),
                "",
                " bytes for this PE, and ",
                "set SHMEM_SYMMETRIC_SIZE to less");
    }

    @Test
    void shouldSayThatThereIsNoLibrary() throws Exception {
        assertRefused(
                Map.of(), directory.resolve("libnone.so"), "", "no C library of OpenSHMEM can be loaded", "libnone.so");
    }

    private static void assertRefused(Map<String, String> environment, Path file, String prefix, String... expected)
            throws Exception {
        final Path said = directory.resolve("said.txt");
        final List<String> command = new ArrayList<>(List.of(library.launcher().toString(), "2"));
        final String java =
                Path.of(System.getProperty("java.home"), "bin", "java").toString();
        final String words = prefix + JAVA.replace("{java}", java) + PE_JARS + "/*:"
                + System.getProperty("java.class.path") + " " + Refused.class.getName();
        command.addAll(List.of(words.split(" ")));
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().put("SHMEM_TRANSPORT", "native:" + file);
        final Process process =
                builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertTrue(process.waitFor(JOB_SECONDS, TimeUnit.SECONDS), () -> read(said));
            assertNotEquals(0, process.exitValue(), () -> read(said));
        } finally {
            process.destroyForcibly();
        }
        for (String text : expected) {
            assertTrue(read(said).contains(text), () -> text + " is not in: " + read(said));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A PE that should not get far. */
    static final class Refused {
        private Refused() {}

        /** Initialises. */
        public static void main(String[] args) {
            Shmem.init().close();
        }
    }
}
