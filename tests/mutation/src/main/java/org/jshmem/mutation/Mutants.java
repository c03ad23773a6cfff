package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads files of mutants. In such a file each of them is
 *
 * <pre>
 * ## its-name
 * What a user sees going wrong.
 * in: module/src/main/java/org/jshmem/Some.java
 * kit: shr (put|iput):Longs
 * test: SomeTest,AnotherTest
 *
 *          a line of the file, for the place
 * -        a line that goes
 * +        a line that comes
 * </pre>
 *
 * with any number of judges. The lines of the file have to be there once, one after another.
 */
final class Mutants {
    private static final String SUFFIX = ".mutants";

    private final List<Mutant> all = new ArrayList<>();

    private String name = "";
    private String what = "";
    private String source = "";
    private List<Judge> judges = new ArrayList<>();
    private List<String> before = new ArrayList<>();
    private List<String> after = new ArrayList<>();

    private Mutants() {}

    /** All files of a directory, in the order of their names. */
    static List<Mutant> in(Path directory) throws IOException {
        final List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
        final List<Mutant> all = new ArrayList<>();
        for (Path file : files) {
            try {
                all.addAll(parse(Files.readAllLines(file)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    static List<Mutant> parse(List<String> lines) {
        final Mutants mutants = new Mutants();
        lines.forEach(mutants::read);
        mutants.end();
        return mutants.all;
    }

    private void read(String line) {
        if (line.startsWith("## ")) {
            end();
            name = line.substring(3).strip();
        } else if (name.isEmpty() || line.isEmpty()) {
            return;
        } else if (line.startsWith("in: ")) {
            source = line.substring(4).strip();
        } else if (line.startsWith("kit: ")) {
            judges.add(Judge.kit(line.substring(5).strip()));
        } else if (line.startsWith("test: ")) {
            judges.add(Judge.test(line.substring(6).strip()));
        } else if (source.isEmpty()) {
            what += (what.isEmpty() ? "" : " ") + line.strip();
        } else {
            readCode(line);
        }
    }

    private void readCode(String line) {
        switch (line.charAt(0)) {
            case '-' -> before.add(line.substring(1));
            case '+' -> after.add(line.substring(1));
            case ' ' -> {
                before.add(line.substring(1));
                after.add(line.substring(1));
            }
            default -> throw new IllegalArgumentException(name + ": what is the line \"" + line + "\"?");
        }
    }

    private void end() {
        if (name.isEmpty()) {
            return;
        }
        if (what.isEmpty() || source.isEmpty() || judges.isEmpty() || before.isEmpty() || before.equals(after)) {
            throw new IllegalArgumentException(
                    name + " needs a sentence, \"in:\", \"kit:\" or \"test:\", and lines that change");
        }
        all.add(new Mutant(
                name, what, Path.of(source), List.copyOf(judges), String.join("\n", before), String.join("\n", after)));
        name = "";
        what = "";
        source = "";
        judges = new ArrayList<>();
        before = new ArrayList<>();
        after = new ArrayList<>();
    }
}
