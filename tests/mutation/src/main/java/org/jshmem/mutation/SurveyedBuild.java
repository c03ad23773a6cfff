package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.mutation.bytecode.LineProbes;

/**
 * The results of a {@link LineSurvey} of one build, in lines of today's build. A line of an unchanged class is the same
 * line. If a class has changed, a test that ran one of its lines counts as running all of them. All tests count as
 * running all lines of a class that the build did not have, because the survey says nothing about it.
 *
 * <pre>
 *   lines                          the names of lines, in the order of their numbers
 *   classes                        class names and checksums
 *   bootstrap/some.ExampleTest/    any: the lines that it runs; seconds: its time, and its checksum
 *   kit-shr/                       by case the lines that it runs; any: those outside cases
 * </pre>
 */
final class SurveyedBuild {
    private final Path directory;
    private final List<BitSet> today = new ArrayList<>();
    private final BitSet unknown = new BitSet();

    private SurveyedBuild(Path directory) {
        this.directory = directory;
    }

    /** Keeps the names of lines for later builds. */
    static void keep(Path directory, LineProbes probes) throws IOException {
        Files.createDirectories(directory);
        Files.write(directory.resolve("lines"), probes.lines());
        final List<String> checksums = new ArrayList<>();
        probes.checksums().forEach((name, checksum) -> checksums.add(name + " " + checksum));
        Files.write(directory.resolve("classes"), checksums);
    }

    static SurveyedBuild of(Path directory, LineProbes probes) throws IOException {
        final SurveyedBuild build = new SurveyedBuild(directory);
        final Map<String, String> then = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve("classes"))) {
            final int blank = line.indexOf(' ');
            then.put(line.substring(0, blank), line.substring(blank + 1));
        }
        final Map<String, BitSet> all = new HashMap<>();
        for (String line : probes.lines()) {
            all.computeIfAbsent(className(line), any -> new BitSet()).set(probes.number(line));
        }
        for (String line : Files.readAllLines(directory.resolve("lines"))) {
            final String name = className(line);
            final BitSet is;
            if (then.get(name).equals(probes.checksums().get(name))) {
                is = new BitSet();
                is.set(probes.number(line));
            } else {
                is = all.getOrDefault(name, new BitSet());
            }
            build.today.add(is);
        }
        all.forEach((name, lines) -> {
            if (!then.containsKey(name)) {
                build.unknown.or(lines);
            }
        });
        return build;
    }

    private static String className(String line) {
        return line.substring(0, line.indexOf(':'));
    }

    Path directory() {
        return directory;
    }

    /** The lines in one of its files; none if there is no such file. */
    BitSet read(Path file) throws IOException {
        final BitSet lines = new BitSet();
        if (Files.exists(file)) {
            final byte[] bytes = Files.readAllBytes(file);
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] != 0) {
                    lines.or(today.get(i));
                }
            }
            lines.or(unknown);
        }
        return lines;
    }
}
