package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.tck.c.Subject;
import org.jshmem.tck.c.SubjectPe;
import org.jshmem.tck.programs.RandomProgram;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit on a C library of our own: it passes, which shows that each routine is called with the right arguments; and
 * with a defect planted in the library, the case that is named for it fails.
 */
@Timeout(300)
@Tag(QuickFilter.FULL)
class CSubjectTest {
    private static final String PROFILE = "jshmem.tck.profile";

    private static final Path LIB = Path.of("../../build/distribution/target/jshmem/lib");

    private static final int PROGRAMS = 4;
    private static final int MOST_PES = 4;

    /** The number of a defect. */
    private static final int NO_DEFECT = 0;

    private static final int HALF_SHORTS = 2;

    /** Its program has a put of shorts. */
    private static final long SEED_WITH_SHORTS = 6;

    @TempDir
    private static Path directory;

    private static CLibrary library;
    private static Subject subject;

    @BeforeAll
    static void compile() throws Exception {
        library = CLibrary.shared();
        System.setProperty(PROFILE, Profile.SPEC.toString());
        subject = Subject.probe(library.oshcc(), directory, List.of());
    }

    @AfterAll
    static void clear() {
        System.clearProperty(PROFILE);
    }

    /**
     * A defect.
     *
     * @param cases names of cases, one of which has to fail
     */
    private record Planted(int number, List<String> cases, String what) {}

    private static List<Planted> planted() throws IOException {
        try (var in = CSubjectTest.class.getResourceAsStream("planted.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .map(cell -> new Planted(Integer.parseInt(cell[0]), List.of(cell[1].split("\\|")), cell[2]))
                    .toList();
        }
    }

    /** Of a defect, or without with 0. */
    private static Harness harness(int defect) {
        final String command = "env SUBJECT_DEFECT=" + defect + " " + library.launcher() + " {n} "
                + SubjectPe.command(directory, directory);
        final String runtime = SubjectPe.classPath(LIB.toAbsolutePath().normalize());
        return new Harness(Transport.SHR, new Launch(command, runtime, runtime), 2, CaseMain.class);
    }

    private static List<CaseRef> variants(String name) {
        return CaseTable.all().stream()
                .filter(reference -> reference.base().equals(name) && reference.profile() == Profile.SPEC)
                .toList();
    }

    @Test
    void shouldFindAllRoutines() {
        assertEquals(Map.of(), subject.missing());
    }

    /** A part of the cases of the specification. */
    @TestFactory
    Stream<DynamicTest> shouldPassTheKit() {
        final Harness harness = harness(NO_DEFECT);
        final Draw draw = Draw.ofThisBuild();
        return harness
                .groups(reference -> Family.of(reference) != Family.MEMORY_MODEL
                        && !reference.each().equals("virtual") // they would wait in C with all carriers
                        && draw.has(reference.id()))
                .stream()
                .map(group -> passes(harness, group));
    }

    /** The test of a group of cases, all of which have to pass. */
    static DynamicTest passes(Harness harness, List<String> group) {
        return dynamicTest(group.getFirst() + " and so on", () -> {
            final List<String> failures = harness.run(group).values().stream()
                    .filter(result -> !result.passed())
                    .map(result -> result.name() + ": " + result.message())
                    .toList();
            assertEquals(List.of(), failures);
        });
    }

    @TestFactory
    Stream<DynamicTest> shouldCatchPlantedDefects() throws IOException {
        return Draw.ofThisBuild().from("defects of a C library", planted()).stream()
                .map(planted -> dynamicTest(planted.number() + " " + planted.what(), () -> {
                    boolean caught = false;
                    for (String name : planted.cases()) {
                        for (CaseRef reference : variants(name)) {
                            caught = caught || !isPassed(planted.number(), reference) && isPassed(NO_DEFECT, reference);
                        }
                    }
                    assertTrue(caught, () -> planted.cases() + " does not see that " + planted.what());
                }));
    }

    private static boolean isPassed(int defect, CaseRef reference) {
        return harness(defect).runCases(List.of(reference)).get(reference.id()).passed();
    }

    private static CPrograms programs(int defect) {
        return new CPrograms(
                library.oshcc(),
                "env SUBJECT_DEFECT=" + defect + " " + library.launcher() + " {n} {command}",
                directory);
    }

    @Test
    void shouldWriteProgramsOfCThatPass() throws IOException {
        final CPrograms programs = programs(NO_DEFECT);
        for (int seed = 0; seed < PROGRAMS; seed++) {
            final int pes = 1 + seed % MOST_PES;
            assertEquals("", programs.run(RandomProgram.cSource(seed, pes, _ -> true), pes), "seed " + seed);
        }
    }

    /** A put of shorts that copies half of each: what is left has such a put, and little else. */
    @Test
    @Tag(Draw.DRAWN)
    void shouldLeaveLittleOfAProgramOfCThatFails() throws Exception {
        final CPrograms programs = programs(HALF_SHORTS);
        final String left = RandomProgram.cShrunk(SEED_WITH_SHORTS, 2, _ -> true, (source, pes) -> {
                    try {
                        return !programs.run(source, pes).isEmpty();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .orElseThrow();
        assertTrue(left.contains("shmem_short_put("), left);
        assertEquals("", programs(NO_DEFECT).run(left, 2), left);
        assertFalse(left.contains("phase1"), left);
    }

    @Test
    void shouldNameCasesThatExist() throws IOException {
        for (Planted planted : planted()) {
            for (String name : planted.cases()) {
                assertFalse(variants(name).isEmpty(), name);
            }
        }
    }
}
