package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example, run from the laid-out distribution: exit status 0, and on both streams together exactly the lines
 * expected, in any order. Numbers that differ from run to run, and those with a point, are written as {@code #}.
 */
class ExamplesTest {
    private static final int FOUR = 4;
    private static final int[] PES = {1, 2, FOUR};
    private static final int[] ALSO_ODD = {1, 2, FOUR, 5};
    private static final int[] CUBES = {1, FOUR, 12};

    private static final List<String> ATOMIC_SCENARIOS = List.of(
            "one type for a word: right",
            "a swap among additions: right",
            "the owner too: right",
            "a wait in place of a read: right");

    private static final String SORTED = "1000 rows, 4938 entries: upper triangular after 24 levels, in # s";
    private static final String TRIANGLES = "1000 vertices, 11960 edges: 2271 triangles, in # s";
    private static final String PATHS =
            "1000 vertices, 7971 edges: 1000 vertices reached, the farthest at #, in 13 buckets, in # s";
    private static final String COMPONENTS =
            "1000 vertices, 949 edges: 182 components, the largest has 768 vertices, in # s";
    private static final List<String> SEARCHES = List.of(
            "A Kronecker graph of 256 vertices and 4096 edges.",
            "8 searches reached 1856 vertices with 32768 edges, up to level 4, in # s");
    private static final List<String> KMERS = List.of(
            "500 reads have 40000 21-mers.",
            "8202 are distinct, 3254 occur once, and the most frequent one 19 times, in # s");
    private static final String TREE = "16000 nodes, 12839 leaves, depth 6, in # s";

    /** By path and number of PEs: what each example printed in a job of all of them. */
    private static final Map<String, Map<String, List<String>>> IN_TURN = new HashMap<>();

    @TempDir
    private Path directory;

    static Stream<Arguments> examples() {
        return Stream.of(
                        example("hello", ExamplesTest::hello, PES),
                        example("writing_shmem", ExamplesTest::writingShmem, PES),
                        example("ring", ExamplesTest::ring, ALSO_ODD),
                        example("circular-shift", ExamplesTest::circularShift, ALSO_ODD),
                        example("strided-puts", n -> List.of("target on PE " + 1 % n + " is 1 3 5 7 9"), PES),
                        example("ptr", n -> perPe(n, "PE %d dest: 1, 2, 3, 4"), PES),
                        example("differences", ExamplesTest::differences, PES),
                        example(
                                "pi 100000",
                                n -> List.of("Pi from " + 100_000 * n + " points on " + n + " PEs: #"),
                                PES),
                        example("heat 100 200 plate.png", ExamplesTest::heat, ALSO_ODD),
                        example("random-access 14", ExamplesTest::randomAccess, ALSO_ODD),
                        example("race-winner", n -> List.of("PE # was first"), ALSO_ODD),
                        example("lock-counter", ExamplesTest::lockCounter, ALSO_ODD),
                        example("signal-ring", n -> perPe(n, "PE %d has all 2048 numbers"), ALSO_ODD),
                        example("sum-of-any", ExamplesTest::sumOfAny, ALSO_ODD),
                        example("mandelbrot 120", ExamplesTest::mandelbrot, ALSO_ODD),
                        example("atomic-access 12", ExamplesTest::atomicAccess, ALSO_ODD),
                        example("bucket-sort 20000", ExamplesTest::bucketSort, ALSO_ODD),
                        example("stencil 100 20", ExamplesTest::stencil, ALSO_ODD),
                        example("transpose 101 10", ExamplesTest::transpose, ALSO_ODD),
                        example("teams", ExamplesTest::teams, ALSO_ODD),
                        example("team-cube", ExamplesTest::teamCube, CUBES),
                        example("pipelined-reduce", ExamplesTest::pipelinedReduce, ALSO_ODD),
                        example("session-updates", ExamplesTest::sessionUpdates, ALSO_ODD),
                        example("collect-at", ExamplesTest::collectAt, ALSO_ODD),
                        example("atomic-scenarios", n -> ATOMIC_SCENARIOS, ALSO_ODD),
                        example("pipelined-cg 40 2", ExamplesTest::pipelinedCg, ALSO_ODD),
                        example("pipelined-fft 64 4 2", ExamplesTest::pipelinedFft, PES),
                        example("histogram 1000", ExamplesTest::histogram, ALSO_ODD),
                        example("index-gather 1000", ExamplesTest::indexGather, ALSO_ODD),
                        example("random-permutation 1000", n -> List.of("Permuted 1000 numbers in # s"), ALSO_ODD),
                        example("permute-matrix 1000", n -> List.of(ofMatrix("Permuted")), ALSO_ODD),
                        example("transpose-matrix 1000", n -> List.of(ofMatrix("Transposed")), ALSO_ODD),
                        example("topological-sort 1000", n -> List.of(SORTED), ALSO_ODD),
                        example("triangles 1000", n -> List.of(TRIANGLES), ALSO_ODD),
                        example("shortest-paths 1000", n -> List.of(PATHS), ALSO_ODD),
                        example("union-find 1000", n -> List.of(COMPONENTS), ALSO_ODD),
                        example("breadth-first-search 8", n -> SEARCHES, ALSO_ODD),
                        example("kmer-count 5000", n -> KMERS, ALSO_ODD),
                        example("unbalanced-tree 6", n -> List.of(TREE), ALSO_ODD),
                        example("minimd -s 9 -n 20", ExamplesTest::miniMd, ALSO_ODD),
                        example("minimd -s 9 -n 20 one-sided", ExamplesTest::miniMd, ALSO_ODD))
                .flatMap(cases -> cases);
    }

    static Stream<Arguments> examplesOnFourPes() {
        return examples().filter(example -> (int) example.get()[1] == FOUR);
    }

    /** One in each build. */
    static Stream<Arguments> examplesInJobsOfTheirOwn() {
        return Draw.ofThisBuild().oneOf(examplesOnFourPes().toList()).stream();
    }

    static Stream<Arguments> examplesOnOtherNumbersOfPes() {
        return examples().filter(example -> (int) example.get()[1] != FOUR);
    }

    @ParameterizedTest(name = "{0} on {1} PEs")
    @MethodSource("examplesOnFourPes")
    @Tag(QuickFilter.FULL)
    void shouldPrintWhatItsOriginalPrints(String example, int npes, List<String> expected) throws Exception {
        assertEquals(sorted(expected), runInTurn("auto", example, npes));
    }

    @Tag(QuickFilter.FULL)
    @ParameterizedTest(name = "{0} on {1} PEs, in a job of its own")
    @MethodSource("examplesInJobsOfTheirOwn")
    void shouldPrintTheSameInAJobOfItsOwn(String example, int npes, List<String> expected) throws Exception {
        assertEquals(sorted(expected), run("auto", example, npes));
    }

    @Tag(Draw.DRAWN)
    @Tag(QuickFilter.FULL)
    @ParameterizedTest(name = "{0} on {1} PEs")
    @MethodSource("examplesOnOtherNumbersOfPes")
    void shouldPrintTheSameOnOtherNumbersOfPes(String example, int npes, List<String> expected) throws Exception {
        assertEquals(sorted(expected), runInTurn("auto", example, npes));
    }

    @Tag(Draw.DRAWN)
    @Tag(QuickFilter.FULL)
    @ParameterizedTest(name = "{0} on {1} PEs, heaps not mapped")
    @MethodSource("examplesOnFourPes")
    void shouldPrintTheSameWithoutMappedHeaps(String example, int npes, List<String> expected) throws Exception {
        final List<String> lines = new ArrayList<>(expected);
        if (example.equals("ptr")) {
            for (int pe = 0; pe < npes; pe++) {
                lines.add("PE " + (pe + 1) % npes + "'s memory is not mapped on PE " + pe + ": it puts instead");
            }
        }
        assertEquals(sorted(lines), runInTurn("cma", example, npes));
    }

    @ParameterizedTest(name = "{0} PEs")
    @MethodSource("pictureSizes")
    void shouldDrawThePlate(int npes, int size) throws Exception {
        run("auto", "heat " + size + " 50 plate.png", npes);

        final var picture = ImageIO.read(directory.resolve("plate.png").toFile());
        assertEquals(size, picture.getWidth());
        assertEquals(size, picture.getHeight());
        assertEquals(0xffffffff, picture.getRGB(size / 2, 0), "the hot edge");
        assertEquals(0xff000000, picture.getRGB(0, size - 1), "the cold corner");
    }

    static Stream<Arguments> pictureSizes() {
        return Stream.of(Arguments.of(1, 64), Arguments.of(3, 65));
    }

    private List<String> run(String shr, String example, int npes) throws IOException, InterruptedException {
        final List<String> arguments = new ArrayList<>(List.of("-np", String.valueOf(npes), "-x", "SHMEM_SHR=" + shr));
        arguments.addAll(Arrays.asList(example.split(" ", -1)));
        final String text = Command.run(directory, 0, arguments.toArray(String[]::new));
        return sorted(text.lines().map(ExamplesTest::withoutNumbersOfThisRun).toList());
    }

    /** The same, in a job that has run before or runs now: all examples one after another. */
    private List<String> runInTurn(String shr, String example, int npes) throws IOException, InterruptedException {
        final String job = shr + " " + npes;
        if (!IN_TURN.containsKey(job)) {
            IN_TURN.put(job, Map.of()); // if it fails, it is not run again for every example
            IN_TURN.put(job, InTurn.run(directory, shr, npes, examplesOn(npes)));
        }
        final List<String> lines = IN_TURN.get(job).get(example);
        assertNotNull(lines, "the job of all examples has failed");
        return sorted(lines.stream().map(ExamplesTest::withoutNumbersOfThisRun).toList());
    }

    private static List<String> examplesOn(int npes) {
        return examples()
                .filter(example -> (int) example.get()[1] == npes)
                .map(example -> (String) example.get()[0])
                .toList();
    }

    static String withoutNumbersOfThisRun(String line) {
        return line.replaceAll("\\d+\\.\\d+", "#")
                .replaceAll("Found \\d+", "Found #")
                .replaceAll("PE \\d+ was first", "PE # was first")
                .replaceAll("count is \\d+", "count is #");
    }

    private static Stream<Arguments> example(String words, IntFunction<List<String>> expected, int[] pes) {
        return Arrays.stream(pes).mapToObj(n -> Arguments.of(words, n, expected.apply(n)));
    }

    private static List<String> hello(int npes) {
        return perPe(npes, "Hello, world, I am %d of " + npes);
    }

    /** The listing in the specification is that of 4 PEs. */
    private static List<String> writingShmem(int npes) {
        return perPe(npes, "dest on PE %d is 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 \t")
                .subList(1, npes);
    }

    private static List<String> ring(int npes) {
        final List<String> lines = perPe(npes, "Process %d exiting");
        lines.add("Process 0 puts message 10 to " + 1 % npes + " (" + npes + " processes in ring)");
        for (int message = 9; message >= 0; message--) {
            lines.add("Process 0 decremented value: " + message);
        }
        return lines;
    }

    private static List<String> circularShift(int npes) {
        final List<String> lines = perPe(npes, "Process %d exiting");
        for (int pe = 0; pe < npes; pe++) {
            lines.add("Process " + pe + " gets message from " + (pe + 1) % npes + " (" + npes + " processes in ring)");
        }
        return lines;
    }

    private static List<String> differences(int npes) {
        final long top = npes * 1000L - 1;
        return List.of("sum of differences: " + top * top + ", expected: " + top * top);
    }

    private static List<String> heat(int npes) {
        return List.of(
                "100 x 100 points, 200 steps on " + npes + " PEs: # s",
                "The result is that of a serial run, bit for bit.",
                "Wrote plate.png");
    }

    private static List<String> randomAccess(int npes) {
        return List.of(
                "65536 updates of 16384 words on " + npes + " PEs in # s: # GUPS",
                "Found # errors in 16384 words: passed");
    }

    private static List<String> lockCounter(int npes) {
        final List<String> lines = perPe(npes, "%d: count is #");
        lines.add("all PEs counted: " + npes);
        return lines;
    }

    private static List<String> sumOfAny(int npes) {
        final int sum = npes * (npes + 1) / 2;
        final List<String> lines = perPe(npes, "PE %d, any: sum " + sum);
        lines.addAll(perPe(npes, "PE %d, some: sum " + sum));
        return lines;
    }

    private static List<String> mandelbrot(int npes) {
        return List.of(
                "120 x 120 points on " + npes + " PEs: # s",
                "Every line was computed once; the picture is that of a serial run.");
    }

    private static List<String> atomicAccess(int npes) {
        return List.of("16384 atomic updates of 4096 words on " + npes + " PEs in # s: # GUPS", "0 words are wrong");
    }

    private static List<String> bucketSort(int npes) {
        return List.of(20_000 * npes + " keys on " + npes + " PEs: # s", "All keys are in order.");
    }

    private static List<String> stencil(int npes) {
        return List.of("100 x 100 points, 20 iterations on " + npes + " PEs: # s", "The norm is that of the solution.");
    }

    private static List<String> transpose(int npes) {
        return List.of(
                "order " + Math.ceilDiv(101, npes) * npes + ", 10 iterations on " + npes + " PEs: # s",
                "Every element is that of the transpose.");
    }

    private static List<String> teams(int npes) {
        final List<String> lines = new ArrayList<>();
        for (int pe = 0; pe < npes; pe++) {
            final int first = pe % 2;
            final int size = (npes - first + 1) / 2;
            final int last = first + 2 * (size - 1);
            lines.add("PE " + pe + " is " + pe / 2 + " of " + size + (first == 0 ? " even" : " odd") + " PEs: sum "
                    + (first + last) * size / 2
                    + ", left " + (pe == first ? last : pe - 2)
                    + ", right " + (pe == last ? first : pe + 2));
        }
        return lines;
    }

    /** On 12 PEs, as the specification has it, the grid is 3 x 2 x 2. */
    private static List<String> teamCube(int npes) {
        return switch (npes) {
            case 1 -> List.of("xdim = 1, ydim = 1, zdim = 1, npes = 1", "(0, 0, 0) is PE 0");
            case 4 ->
                List.of(
                        "xdim = 2, ydim = 2, zdim = 1, npes = 4",
                        "(0, 0, 0) is PE 0",
                        "(1, 0, 0) is PE 1",
                        "(0, 1, 0) is PE 2",
                        "(1, 1, 0) is PE 3");
            case 12 ->
                List.of(
                        "xdim = 3, ydim = 2, zdim = 2, npes = 12",
                        "(0, 0, 0) is PE 0",
                        "(1, 0, 0) is PE 1",
                        "(2, 0, 0) is PE 2",
                        "(0, 1, 0) is PE 3",
                        "(1, 1, 0) is PE 4",
                        "(2, 1, 0) is PE 5",
                        "(0, 0, 1) is PE 6",
                        "(1, 0, 1) is PE 7",
                        "(2, 0, 1) is PE 8",
                        "(0, 1, 1) is PE 9",
                        "(1, 1, 1) is PE 10",
                        "(2, 1, 1) is PE 11");
            default -> throw new IllegalArgumentException("npes=" + npes);
        };
    }

    private static List<String> pipelinedReduce(int npes) {
        return perPe(npes, "PE %d: the sum of " + npes + " vectors is right");
    }

    private static List<String> sessionUpdates(int npes) {
        return perPe(npes, "PE %d made 8192 updates; its table is as it was");
    }

    private static List<String> collectAt(int npes) {
        final StringBuilder line = new StringBuilder("PE 0 has");
        for (int pe = 0; pe < npes; pe++) {
            line.append((" " + pe).repeat(pe + 1));
        }
        return List.of(line.toString());
    }

    private static List<String> pipelinedCg(int npes) {
        return inBothForms("40 x 40 points on " + npes + " PEs: 63 iterations, residual #e-07");
    }

    private static List<String> pipelinedFft(int npes) {
        return inBothForms("64 x 64 numbers on " + npes + " PEs, 4 chunks");
    }

    private static List<String> inBothForms(String what) {
        return List.of(what, "blocking: # s, fastest # s", "non-blocking: # s, fastest # s");
    }

    private static List<String> histogram(int npes) {
        final String made = "Made " + 1000 * npes + " updates of 100000 counters on " + npes + " PEs by ";
        return List.of(made + "one call in # s", made + "a loop in # s");
    }

    private static List<String> indexGather(int npes) {
        return List.of("Read " + 1000 * npes + " elements of a table of 100000 on " + npes + " PEs in # s");
    }

    private static String ofMatrix(String done) {
        return done + " a matrix of 1000 rows with 9879 nonzeros in # s";
    }

    private static List<String> miniMd(int npes) {
        return List.of(
                "2916 atoms, 20 steps on " + npes + " PEs",
                "step temperature energy pressure",
                "0 #e+00 -#e+00 -#e+00",
                "20 #e-01 -#e+00 #e+00",
                "# s",
                "# s forces",
                "# s neighbours",
                "# s communication",
                "# s other");
    }

    private static List<String> perPe(int npes, String format) {
        final List<String> lines = new ArrayList<>();
        IntStream.range(0, npes).forEach(pe -> lines.add(format.formatted(pe)));
        return lines;
    }

    static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }
}
