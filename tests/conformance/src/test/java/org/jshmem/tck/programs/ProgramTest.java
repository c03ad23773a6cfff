package org.jshmem.tck.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.tck.JavaProgram;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are drawn, without PEs; and one as Java source, with them. */
@Tag(QuickFilter.FULL)
@Timeout(120)
class ProgramTest {
    private static final int SEEDS = 15;

    private static final String SHMEMRUN =
            Path.of("../../bin/shmemrun").toAbsolutePath().toString();

    @TempDir
    private Path directory;

    @Test
    void shouldDrawTheSameProgramFromASeed() {
        assertEquals(Emission.of(Generator.draw(7, 3)), Emission.of(Generator.draw(7, 3)));
        assertNotEquals(Emission.of(Generator.draw(7, 3)), Emission.of(Generator.draw(8, 3)));
    }

    /** Byte by byte, and by nothing that the generator uses. */
    @Test
    void shouldDrawLegalProgramsOnly() {
        final Set<Class<?>> kinds = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            requireLegal(Generator.draw(seed, 1 + seed % 5), kinds);
        }
        assertEquals(8, kinds.size(), kinds.toString());
    }

    private static void requireLegal(Program program, Set<Class<?>> kinds) {
        final List<Integer> sizes = new ArrayList<>(program.sizes());
        for (Program.Phase phase : program.phases()) {
            phase.changes().forEach(change -> sizes.set(change.array(), change.bytes()));
            final Object[][][] users = new Object[program.sizes().size()][program.pes()][];
            for (Step step : phase.steps()) {
                kinds.add(step.getClass());
                step.writes().forEach(place -> use(sizes, users, place, writer(step)));
            }
            for (Step step : phase.steps()) {
                reads(step).forEach(place -> use(sizes, users, place, "reader"));
            }
        }
    }

    /** Half of the elements, and those steps that do without the last PE, without it. */
    private static Program reduced(long seed) {
        final Program program = Generator.draw(seed, 4);
        final List<Program.Team> teams =
                program.teams().stream().map(team -> team.without(3)).toList();
        final List<Step> steps = new ArrayList<>();
        for (Step step : program.steps()) {
            final Step shorter = step.shortened(Math.max(1, step.length() / 2));
            steps.add(shorter.without(3, teams) == null ? null : shorter);
        }
        return program.with(steps).withoutLastPe().orElseThrow();
    }

    @Test
    void shouldStayLegalWithFewerElementsAndPes() {
        for (int seed = 0; seed < SEEDS; seed++) {
            final Program reduced = reduced(seed);
            requireLegal(reduced, new HashSet<>());
            assertEquals(3, reduced.pes());
        }
    }

    /** Atomic operations of a kind that commutes are one writer. */
    private static Object writer(Step step) {
        return step instanceof Atomic atomic && atomic.kind().commutes()
                ? atomic.kind() + " of " + atomic.place()
                : step;
    }

    private static List<Place> reads(Step step) {
        return switch (step) {
            case Collective collective -> collective.reads();
            case Single single when !single.isPut() -> List.of(single.place());
            case Transfer transfer when !transfer.form().isPut() -> List.of(transfer.remotePlace());
            case Transfer transfer when transfer.local() == Transfer.Local.SYMMETRIC -> List.of(transfer.localPlace());
            default -> List.of();
        };
    }

    private static void use(List<Integer> sizes, Object[][][] users, Place place, Object user) {
        final int size = sizes.get(place.array());
        assertTrue(place.at() >= 0 && place.at() + place.bytes() <= size, place + " of " + size);
        if (users[place.array()][place.pe()] == null) {
            users[place.array()][place.pe()] = new Object[size];
        }
        final Object[] bytes = users[place.array()][place.pe()];
        for (int i = (int) place.at(); i < place.at() + place.bytes(); i++) {
            assertTrue(bytes[i] == null || bytes[i].equals(user), user + " and " + bytes[i] + " at " + place);
            bytes[i] = user;
        }
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldRunAsJavaSourceThatChecksItself() throws Exception {
        final String source = RandomProgram.source(42, 2);
        assertEquals("", wrong(run(0, 2, source, "Right")));
        assertEquals("", wrong(run(0, 3, Emission.of(reduced(42)), "Reduced")));
        final String wrong = source.replaceFirst("(same\\(\"array 0 after phase 0\", .*\\{)\\d+L", "$11L");
        assertNotEquals(source, wrong);
        assertEquals("PE 0: array 0 after phase 0 is wrong", wrong(run(1, 2, wrong, "Wrong")));
    }

    private static String wrong(String text) {
        return text.lines().filter(line -> line.endsWith(" is wrong")).collect(Collectors.joining("\n"));
    }

    private String run(int status, int pes, String source, String name) throws Exception {
        final Path file = directory.resolve(name + ".java");
        Files.writeString(file, source);
        return output(status, SHMEMRUN, "-np", Integer.toString(pes), "--timeout", "50", file.toString());
    }

    /** Of every kind of step, whatever else a seed draws. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldPrintProgramsThatCompile() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            final Path file = directory.resolve("Program" + seed + ".java");
            Files.writeString(file, RandomProgram.source(seed, 1 + seed % 5));
            assertEquals(
                    "Program" + seed, JavaProgram.compile(file, 1, directory).mainClass());
        }
    }

    /** A put that loses its last element, and nothing else: one of as few elements as it takes, on as few PEs. */
    @Tag(Draw.DRAWN)
    @Test
    @Timeout(600)
    void shouldLeaveOutWhatAProgramFailsWithout() throws Exception {
        final String kit = System.getProperty("jshmem.tck.cp") + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        final String faulty = SHMEMRUN + " -np {n} -J-XX:TieredStopAtLevel=1 -x SHMEM_TOOL=faulty -cp {cp}"
                + " org.jshmem.tck.defects.FaultyProgram PUT_OF_SOME_LENGTHS_LOSES_THE_LAST_ELEMENT {main}";
        final String text = output(
                0,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djshmem.tck.cp=" + kit,
                "-cp",
                kit + ":" + System.getProperty("java.class.path"),
                "org.jshmem.tck.command.Tck",
                "program",
                "--shrink",
                "--seed=" + seedWithSuchAPut(),
                "--pes=2",
                "--launch=" + faulty);
        final List<String> calls = text.lines()
                .filter(line -> line.startsWith("            "))
                .filter(line -> line.contains(".put"))
                .toList();
        assertEquals(1, calls.size(), text);
        assertTrue(text.contains("or what was left of it: shmemrun -np 2 <this file>"), text);
        assertTrue(text.contains("is wrong"), "what the last failure said");
        assertTrue(
                calls.getFirst().matches(".*c\\d\\.(put|putSignal)(Nbi)?\\(a\\d\\.asLongs\\(\\), .*, 512, .*"), text);
    }

    /** Of few steps; what a seed draws depends on the sizes at which the runtime changes its way. */
    private static int seedWithSuchAPut() {
        return IntStream.range(0, 1000)
                .boxed()
                .filter(seed -> Generator.draw(seed, 2).steps().stream().anyMatch(ProgramTest::isSuchAPut))
                .min(Comparator.comparingInt(
                        (Integer seed) -> Generator.draw(seed, 2).steps().size()))
                .orElseThrow();
    }

    /** Of 512 to 8192 longs in a Java array. */
    private static boolean isSuchAPut(Step step) {
        return step instanceof Transfer transfer
                && (transfer.form() == Form.PUT || transfer.form() == Form.PUT_NBI)
                && transfer.type().name().equals("Longs")
                && transfer.local() == Transfer.Local.JAVA_ARRAY
                && transfer.shape().nelems() >= 512
                && transfer.shape().nelems() <= 8192;
    }

    private static String output(int status, String... command) throws Exception {
        final Process job =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        try (Stream<String> lines = job.inputReader(StandardCharsets.UTF_8).lines()) {
            final String text = String.join("\n", lines.toList());
            assertTrue(job.waitFor(60, TimeUnit.SECONDS), text);
            assertEquals(status, job.exitValue(), text);
            return text;
        } finally {
            job.destroy();
        }
    }
}
