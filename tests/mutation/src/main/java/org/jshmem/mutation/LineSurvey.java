package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.mutation.bytecode.LineProbes;
import org.jshmem.mutation.bytecode.ProductClasses;
import org.jshmem.mutation.probe.LineProbe;

/**
 * Runs every test class and every case of the kit once, with probes in all product classes, and reads which lines of
 * the product each of them runs. What was surveyed is kept below {@code target} for each build of the product; test
 * classes that are newer than that are surveyed again.
 */
@SuppressWarnings("checkstyle:systemout") // progress
final class LineSurvey {
    /** A slower test class is left out. */
    private static final long MOST_SECONDS = 100;

    private static final long MOST_SECONDS_OF_KIT = 1800;

    /** By transport the cases that are asked: all, but over CMA, which only copies in another way, those that copy. */
    private static final Map<String, String> CASES =
            Map.of("none", ".*", "shr", ".*", "cma", "(i?b?)(put|get|[pg]:).*|random.*|.*Reduce:Longs", "ofi", ".*");

    /** Tests that read class files: to them every line matters. */
    private static final Set<String> READERS = Set.of("org.jshmem.system.MemoryOrderTest");

    /** Tests beside those of the product's modules. */
    private static final List<String> OTHERS = List.of(
            "tests/schedules",
            "tests/thread-pes",
            "tests/conformance",
            "tests/system-tests",
            "tools/junit",
            "examples");

    private final Path root;
    private final Path directory;
    private final PatchedDistribution distribution;
    private final Jury jury;
    private final ProductClasses classes;
    private final LineProbes probes;
    private boolean isPlanted;

    LineSurvey(Path root, PatchedDistribution distribution, Jury jury, ProductClasses classes) {
        this.root = root;
        this.distribution = distribution;
        this.jury = jury;
        this.classes = classes;
        probes = new LineProbes(classes);
        directory = root.resolve("tests/mutation/target/lines").resolve(classes.checksum());
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

    /** All that could be asked; leaves the distribution without probes. */
    List<Touching> survey() throws IOException, InterruptedException {
        final List<Touching> found = new ArrayList<>();
        for (String module : Stream.concat(classes.modules().stream(), OTHERS.stream())
                .distinct()
                .toList()) {
            for (String name : testClasses(root.resolve(module).resolve("target/test-classes"))) {
                addTest(module, name, found);
            }
        }
        for (String transport : new TreeSet<>(CASES.keySet())) {
            addCases(transport, found);
        }
        distribution.restore();
        isPlanted = false;
        return found;
    }

    private void plant() throws IOException {
        if (!isPlanted) {
            final Map<String, byte[]> planted = new HashMap<>();
            classes.names().forEach(name -> planted.put(name, probes.probed(name)));
            distribution.plant(planted, LineProbe.class);
            isPlanted = true;
        }
    }

    private Map<String, String> environment(Path into) {
        return Map.of(LineProbe.DIRECTORY, into.toString(), LineProbe.COUNT, Integer.toString(probes.count()));
    }

    private void addTest(String module, String name, List<Touching> found) throws IOException, InterruptedException {
        final Path into = directory.resolve(module.replace('/', '_')).resolve(name);
        final Path done = into.resolve("seconds");
        final Path classFile =
                root.resolve(module).resolve("target/test-classes").resolve(name.replace('.', '/') + ".class");
        final Judge judge = Judge.test(module + "/" + name);
        if (!Files.exists(done)
                || Files.getLastModifiedTime(done).compareTo(Files.getLastModifiedTime(classFile)) < 0) {
            plant();
            Files.createDirectories(into);
            final long start = System.nanoTime();
            final Jury.Answer answer = jury.ask(judge, Path.of(module), MOST_SECONDS, environment(into));
            final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            if (!answer.passed() && answer.culprit().isEmpty() && !answer.timedOut()) {
                throw new IllegalStateException(judge + " could not be asked: " + answer.said());
            }
            Files.writeString(done, Long.toString(seconds));
            System.out.println("SURVEYED " + judge + ", " + seconds + " s " + (answer.passed() ? "" : answer.said()));
        }
        final long seconds = Long.parseLong(Files.readString(done));
        final Path lines = into.resolve(LineProbe.ANY);
        if (READERS.contains(name)) {
            final BitSet every = new BitSet();
            every.set(0, probes.count());
            found.add(new Touching(judge, 1, every));
        } else if (seconds < MOST_SECONDS && Files.exists(lines)) {
            found.add(new Touching(judge, Math.max(1, seconds), read(lines)));
        }
    }

    private void addCases(String transport, List<Touching> found) throws IOException, InterruptedException {
        final Path into = directory.resolve("kit-" + transport);
        final Path done = into.resolveSibling("kit-" + transport + ".seconds");
        if (!Files.exists(done)) {
            plant();
            Files.createDirectories(into);
            final long start = System.nanoTime();
            final Jury.Answer answer = jury.askProbed(
                    new Judge(Judge.Kind.KIT, transport, CASES.get(transport)), MOST_SECONDS_OF_KIT, environment(into));
            final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            Files.writeString(done, Long.toString(seconds));
            System.out.println(
                    "SURVEYED kit, " + transport + ", " + seconds + " s " + (answer.passed() ? "" : answer.said()));
        }
        final BitSet always = read(into.resolve(LineProbe.ANY));
        try (Stream<Path> files = Files.list(into)) {
            for (Path file : files.sorted().toList()) {
                final String name = file.getFileName().toString();
                if (!name.equals(LineProbe.ANY)) {
                    final BitSet lines = read(file);
                    lines.or(always);
                    found.add(new Touching(new Judge(Judge.Kind.KIT, transport, name), 1, lines));
                }
            }
        }
    }

    private static BitSet read(Path file) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        final BitSet lines = new BitSet(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            lines.set(i, bytes[i] != 0);
        }
        return lines;
    }
}
