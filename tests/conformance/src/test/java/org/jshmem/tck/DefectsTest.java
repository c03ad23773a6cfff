package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.tck.defects.Defect;
import org.jshmem.tck.defects.FaultyApi;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that the kit can fail: with each planted defect of this build's part the case that is named for it fails, and
 * says why; without a defect it passes on the same faulty implementation.
 */
@Tag(QuickFilter.FULL)
class DefectsTest {
    private static final String SHR =
            "../../bin/shmemrun -np {n} -J-XX:TieredStopAtLevel=1 -x SHMEM_TOOL=faulty -x SHMEM_TIMEOUT=6 -cp {cp}"
                    + " {main}";
    private static final String NONE = "{java} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
            + " --enable-native-access=ALL-UNNAMED -Djshmem.tool=faulty -Djshmem.timeout=3 -cp {runtime} {main}";

    @TempDir
    private static Path directory;

    @TestFactory
    Stream<DynamicTest> shouldCatchEveryPlantedDefect() throws IOException {
        final String kit = System.getProperty("jshmem.tck.cp") + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        final String runtime = FaultyApi.compileInto(directory) + ":" + System.getProperty("java.class.path");
        final Map<Transport, Harness> harnesses = Map.of(
                Transport.SHR, harness(Transport.SHR, new Launch(SHR, kit, runtime)),
                Transport.NONE, harness(Transport.NONE, new Launch(NONE, kit, runtime)));
        return groups().entrySet().stream()
                .map(group -> testsOf(harnesses.get(group.getKey().transport()), group.getValue()))
                .toList()
                .stream()
                .flatMap(tests -> tests);
    }

    private static Harness harness(Transport transport, Launch launch) {
        return new Harness(transport, launch, 2, DefectMain.class);
    }

    /** What shares a job. */
    private record Group(Transport transport, String key) {}

    /** A case with a defect; the runs without come first in each job. */
    private record Planted(Defect defect, CaseRef reference) {}

    private static Map<Group, List<Planted>> groups() {
        final Draw draw = Draw.ofThisBuild();
        final List<Defect> defects = Arrays.stream(Defect.values())
                .filter(defect -> defect.isReal() && draw.has(defect.name()))
                .toList();
        final Map<Group, List<Planted>> groups = new LinkedHashMap<>();
        for (Defect defect : defects) {
            final Defect none = defect.isLate() ? Defect.NONE_BUT_LATE : Defect.NONE;
            add(groups, defect, new Planted(none, DefectMain.named(none, defect.caseId())));
        }
        for (Defect defect : defects) {
            add(groups, defect, new Planted(defect, DefectMain.named(defect, defect.caseId())));
        }
        return groups;
    }

    private static void add(Map<Group, List<Planted>> groups, Defect defect, Planted planted) {
        final Case settings = planted.reference().settings();
        final String key = settings.alone()
                ? planted.reference().id()
                : Integer.toString(Math.max(planted.reference().pes(), settings.atLeast()));
        final List<Planted> group =
                groups.computeIfAbsent(new Group(defect.transport(), key), any -> new ArrayList<>());
        if (!group.contains(planted)) {
            group.add(planted);
        }
    }

    private static Stream<DynamicTest> testsOf(Harness harness, List<Planted> group) {
        final Future<Map<String, Harness.Result>> job =
                Jobs.add(harness, group.stream().map(Planted::reference).toList());
        return group.stream()
                .map(planted -> dynamicTest(
                        planted.reference().id(),
                        () -> judge(
                                planted, Jobs.await(job).get(planted.reference().id()))));
    }

    private static void judge(Planted planted, Harness.Result result) {
        if (planted.defect().isReal()) {
            assertFalse(
                    result.passed(),
                    "the case does not see that " + planted.defect().what());
            assertTrue(
                    Pattern.compile(planted.defect().reason())
                            .matcher(result.message())
                            .find(),
                    result::message);
        } else {
            assertTrue(result.passed(), result::message);
        }
    }

    /** The page lists the defects as they are; what it ought to hold is in the message. */
    @Test
    void shouldBeListedInTheDocumentation() throws IOException {
        final String page = Files.readString(Path.of("../../docs/conformance-coverage.md"));
        final String begin = "<!-- defects:begin -->\n";
        final String listed =
                page.substring(page.indexOf(begin) + begin.length(), page.indexOf("<!-- defects:end -->"));
        final StringBuilder table =
                new StringBuilder("| defect | what goes wrong | the case that catches it |\n|---|---|---|\n");
        for (Defect defect : Defect.values()) {
            if (defect.isReal()) {
                table.append("| `%s` | %s | `%s` |%n".formatted(defect, defect.what(), defect.caseId()));
            }
        }
        assertEquals(table.toString(), listed);
    }
}
