package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which test classes of a module pass without a mutant when they run without Maven, and in what time. */
final class TestSurvey {
    /** Slower classes are left out. */
    private static final long MOST_MS = 40_000;

    private static final int PASSED = 1;
    private static final int MS = 2;
    private static final int NAME = 3;

    private final Jury jury;
    private final Map<Path, List<Judge>> judges = new HashMap<>();

    /** The distribution of the jury must be without mutants when a module is asked for the first time. */
    TestSurvey(Jury jury) {
        this.jury = jury;
    }

    /** Names of the test classes in a directory, as Maven finds them. */
    static List<String> classes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.class") && file.indexOf('$') < 0)
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    /** One judge with all of them; none if no test passes. */
    List<Judge> judges(Path module) throws IOException, InterruptedException {
        List<Judge> found = judges.get(module);
        if (found == null) {
            found = ask(module);
            judges.put(module, found);
        }
        return found;
    }

    private List<Judge> ask(Path module) throws IOException, InterruptedException {
        final List<String> lines = jury.survey(module);
        if (lines.stream().noneMatch(line -> line.startsWith(SurveyListener.MARK))) {
            throw new IllegalStateException("no test of " + module + " could run:\n" + String.join("\n", lines));
        }
        final List<String> names = passing(lines);
        return names.isEmpty()
                ? List.of()
                : List.of(Judge.test(names.stream().collect(Collectors.joining(",", module + "/", ""))));
    }

    /** The simple names of the classes that passed in time, those first that are fast. */
    static List<String> passing(List<String> lines) {
        final Map<String, Long> times = new HashMap<>();
        for (String line : lines) {
            final String[] words = line.split(" ");
            if (line.startsWith(SurveyListener.MARK) && words[PASSED].equals("true")) {
                times.put(words[NAME].substring(words[NAME].lastIndexOf('.') + 1), Long.parseLong(words[MS]));
            }
        }
        final List<String> names = new ArrayList<>(times.keySet());
        names.removeIf(name -> times.get(name) > MOST_MS);
        names.sort(Comparator.comparing((String name) -> times.get(name)).thenComparing(name -> name));
        return names;
    }
}
