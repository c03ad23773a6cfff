package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jshmem.mutation.bytecode.LineProbes;
import org.jshmem.mutation.bytecode.ProductClasses;
import org.jshmem.mutation.probe.LineProbe;

/**
 * Runs test classes and cases of the kit once, with probes in all product classes, and reads which lines of the product
 * each of them runs. The results of each build are kept below {@code target/lines} ({@link SurveyedBuild}). The survey
 * of a later build runs only new or changed test classes, and new cases.
 */
@SuppressWarnings("checkstyle:systemout") // progress
final class LineSurvey {
    /** A slower test class is left out. */
    private static final long MOST_SECONDS = 300;

    private static final long MOST_SECONDS_OF_KIT = 1800;
    private static final String SECONDS = "seconds";
    private static final String KIT = "kit-";

    /** Tests that read class files: to them every line matters. */
    private static final Set<String> READERS = Set.of("org.jshmem.system.MemoryOrderTest");

    /** Tests beside those of the product's modules. */
    private static final List<String> OTHERS = List.of(
            "tests/system-tests", // first, as they take the longest
            "tests/schedules",
            "tools/junit",
            "examples");

    private final Path root;
    private final Path directory;
    private final PatchedDistribution distribution;
    private final Lanes<Jury> juries;
    private final ProductClasses classes;
    private final LineProbes probes;
    private final List<SurveyedBuild> builds = new ArrayList<>();
    private boolean isPlanted;

    /**
     * A survey.
     *
     * @param juries who ask, all about the distribution
     */
    LineSurvey(Path root, PatchedDistribution distribution, Lanes<Jury> juries, ProductClasses classes)
            throws IOException {
        this.root = root;
        this.distribution = distribution;
        this.juries = juries;
        this.classes = classes;
        probes = new LineProbes(classes);
        directory = directory(root, classes);
        SurveyedBuild.keep(directory, probes);
        builds.add(SurveyedBuild.of(directory, probes));
        try (Stream<Path> others = Files.list(directory.getParent())) {
            for (Path other : others.filter(one -> !one.equals(directory))
                    .sorted(Comparator.comparingLong(one -> -one.toFile().lastModified()))
                    .toList()) {
                builds.add(SurveyedBuild.of(other, probes));
            }
        }
    }

    /** Where the results for a build are; it may not be there yet. */
    static Path directory(Path root, ProductClasses classes) {
        return root.resolve("tests/mutation/target/lines").resolve(classes.checksum());
    }

    LineProbes probes() {
        return probes;
    }

    /** Names of the test classes in a directory, as Maven finds them. */
    static List<String> testClasses(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.class") && file.indexOf('$') < 0)
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    /** What one jury asks: the tests of a module, or the cases of a set-up. */
    private interface Part {
        List<Touching> survey(Jury jury) throws IOException, InterruptedException;
    }

    /** All that could be asked; leaves the distribution without probes. */
    List<Touching> survey() throws IOException, InterruptedException {
        final List<String> modules = Stream.concat(OTHERS.stream(), classes.modules().stream())
                .distinct()
                .toList();
        final List<Part> parts = Stream.concat(
                        modules.stream().<Part>map(module -> jury -> testsOf(module, jury)),
                        Stream.of(SetUp.values()).<Part>map(setUp -> jury -> cases(setUp, jury)))
                .toList();
        final Map<Part, List<Touching>> touching = new ConcurrentHashMap<>();
        juries.forEach(parts, (jury, part) -> touching.put(part, part.survey(jury)));
        final List<Touching> found = new ArrayList<>();
        parts.forEach(part -> found.addAll(touching.get(part)));
        distribution.restore();
        isPlanted = false;
        return found;
    }

    /** Those of one module run one after the other, as in a build. */
    private List<Touching> testsOf(String module, Jury jury) throws IOException, InterruptedException {
        final List<Touching> found = new ArrayList<>();
        for (String name : testClasses(root.resolve(module).resolve("target/test-classes"))) {
            addTest(module, name, jury, found);
        }
        return found;
    }

    private synchronized void plant() throws IOException {
        if (!isPlanted) {
            final Map<String, byte[]> planted = new HashMap<>();
            classes.names().forEach(name -> planted.put(name, probes.probed(name)));
            distribution.plant(planted, LineProbe.class);
            isPlanted = true;
        }
    }

    private Map<String, String> environment(Path into) {
        return Map.of(
                LineProbe.DIRECTORY,
                into.toString(),
                LineProbe.COUNT,
                Integer.toString(probes.lines().size()));
    }

    private void addTest(String module, String name, Jury jury, List<Touching> found)
            throws IOException, InterruptedException {
        final Judge judge = Judge.test(module + "/" + name);
        if (READERS.contains(name)) {
            final BitSet every = new BitSet();
            every.set(0, probes.lines().size());
            found.add(new Touching(judge, 1, every));
            return;
        }
        final Path own = Path.of(module.replace('/', '_')).resolve(name);
        final CRC32 checksum = new CRC32();
        checksum.update(Files.readAllBytes(
                root.resolve(module).resolve("target/test-classes").resolve(name.replace('.', '/') + ".class")));
        SurveyedBuild where = null;
        for (SurveyedBuild build : builds) {
            final Path done = build.directory().resolve(own).resolve(SECONDS);
            if (where == null && Files.exists(done) && Files.readString(done).endsWith(" " + checksum.getValue())) {
                where = build;
            }
        }
        if (where == null) {
            where = builds.getFirst();
            surveyTest(
                    judge, module, jury, checksum.getValue(), where.directory().resolve(own));
        }
        final Path entry = where.directory().resolve(own);
        final long seconds =
                Long.parseLong(Files.readString(entry.resolve(SECONDS)).split(" ")[0]);
        if (seconds < MOST_SECONDS) {
            found.add(new Touching(judge, Math.max(1, seconds), where.read(entry.resolve(LineProbe.ANY))));
        }
    }

    private void surveyTest(Judge judge, String module, Jury jury, long checksum, Path into)
            throws IOException, InterruptedException {
        plant();
        Files.createDirectories(into);
        final long start = System.nanoTime();
        final Jury.Answer answer = jury.ask(judge, Path.of(module), MOST_SECONDS, environment(into));
        final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        requireAsked(judge.toString(), answer);
        Files.writeString(into.resolve(SECONDS), seconds + " " + checksum);
        System.out.println("SURVEYED " + judge + ", " + seconds + " s " + (answer.passed() ? "" : answer.said()));
    }

    private static void requireAsked(String what, Jury.Answer answer) {
        if (!answer.passed() && answer.culprit().isEmpty() && !answer.timedOut()) {
            throw new IllegalStateException(what + " could not be asked: " + answer.said());
        }
    }

    private List<Touching> cases(SetUp setUp, Jury jury) throws IOException, InterruptedException {
        final Set<String> wanted = new LinkedHashSet<>(jury.cases(setUp.cases()));
        final Set<String> missing = new LinkedHashSet<>(wanted);
        for (SurveyedBuild build : builds) {
            missing.removeAll(names(build.directory().resolve(KIT + setUp.place() + ".asked")));
        }
        if (!missing.isEmpty()) {
            surveyCases(setUp, missing, jury);
        }
        final Map<String, BitSet> lines = new LinkedHashMap<>();
        for (SurveyedBuild build : builds) {
            final Path into = build.directory().resolve(KIT + setUp.place());
            if (Files.isDirectory(into)) {
                final BitSet always = build.read(into.resolve(LineProbe.ANY));
                try (Stream<Path> files = Files.list(into)) {
                    for (Path file : files.sorted().toList()) {
                        final BitSet ofCase = build.read(file);
                        ofCase.or(always);
                        lines.putIfAbsent(file.getFileName().toString(), ofCase);
                    }
                }
            }
        }
        lines.remove(LineProbe.ANY);
        lines.keySet().retainAll(wanted);
        final List<Touching> found = new ArrayList<>();
        lines.forEach(
                (name, ofCase) -> found.add(new Touching(new Judge(Judge.Kind.KIT, setUp.place(), name), 1, ofCase)));
        return found;
    }

    private static List<String> names(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private void surveyCases(SetUp setUp, Set<String> cases, Jury jury) throws IOException, InterruptedException {
        plant();
        final Path into = directory.resolve(KIT + setUp.place());
        Files.createDirectories(into);
        final String only = cases.stream().map(Pattern::quote).collect(Collectors.joining("|"));
        final long start = System.nanoTime();
        final Jury.Answer answer =
                jury.askProbed(new Judge(Judge.Kind.KIT, setUp.place(), only), MOST_SECONDS_OF_KIT, environment(into));
        requireAsked("the kit on " + setUp.place(), answer);
        final Path asked = directory.resolve(KIT + setUp.place() + ".asked");
        final List<String> all = new ArrayList<>(names(asked));
        all.addAll(cases);
        Files.write(asked, all);
        System.out.println("SURVEYED " + cases.size() + " cases of the kit, " + setUp.place() + ", "
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s "
                + (answer.passed() ? "" : answer.said()));
    }
}
