package org.jshmem.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Expands a folder of masters into Java sources: {@code Expand <master folder> <output folder>}.
 *
 * <p>A file whose name contains {@code Doubles} becomes one file for each {@link ElementType}; one whose first line
 * names types ({@code // types: int long}), one for each of these, where the lines from {@code // integers:begin} to
 * {@code // integers:end} are for integers only; every other file stays one file, with its regions, delegates and
 * imports of such classes expanded (see {@link Master}). A file is written only when its text changes, so that nothing
 * is compiled twice; every other file in the output folder is deleted.
 */
public final class Expand {
    private static final String PER_TYPE = "Doubles";
    private static final String TYPES = "// types: ";
    private static final String DELEGATES = "// delegates: ";
    private static final String FORWARDS = "// forwards: ";

    private final Path masters;
    private final Path output;
    private final Set<Path> written = new HashSet<>();

    private Expand(Path masters, Path output) {
        this.masters = masters;
        this.output = output;
    }

    /**
     * Expands all masters.
     *
     * @param args the folder of the masters and the folder for the output
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: Expand <master folder> <output folder>");
        }
        new Expand(Path.of(args[0]), Path.of(args[1])).run();
    }

    private void run() throws IOException {
        try (Stream<Path> files = Files.walk(masters)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                expand(masters.relativize(file), Files.readString(file));
            }
        }
        deleteStale();
    }

    /** What masters that are gone have left. */
    private void deleteStale() throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!written.contains(file)) {
                    Files.delete(file);
                }
            }
        }
    }

    private void expand(Path file, String text) throws IOException {
        if (!file.getFileName().toString().contains(PER_TYPE) && !text.startsWith(TYPES)) {
            write(file, imports(delegates(file, Master.expandRegions(text))));
            return;
        }
        for (ElementType type : ElementType.named(typesOf(text))) {
            write(Path.of(type.rewrite(file.toString())), type.rewrite(type.select(Master.expandRegions(text))));
        }
    }

    /** The imports of classes of one element type, repeated for all. */
    private static String imports(String text) {
        return text.lines()
                .flatMap(line -> line.startsWith("import ") && line.endsWith(PER_TYPE + ";")
                        ? Stream.of(ElementType.values()).map(type -> type.rewrite(line))
                        : Stream.of(line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static List<String> typesOf(String text) {
        String first = text.lines().findFirst().orElse("");
        return first.startsWith(TYPES) ? List.of(first.substring(TYPES.length()).split(" ")) : List.of();
    }

    private String delegates(Path file, String text) {
        List<String> lines =
                text.lines().map(line -> fromOtherClass(file, text, line)).toList();
        return String.join("\n", lines) + "\n";
    }

    private String fromOtherClass(Path file, String master, String line) {
        String text = line.strip();
        if (text.startsWith(DELEGATES)) {
            String[] words = text.substring(DELEGATES.length()).split(" ");
            String parameter = words.length == 2 ? null : words[0] + " " + words[2];
            return Delegates.of(source(file, words[0]), words[1], parameter);
        }
        if (text.startsWith(FORWARDS)) {
            String[] words = text.substring(FORWARDS.length()).split(" ");
            return Forwards.of(source(file, words[0]), words[1], master);
        }
        return line;
    }

    /** The expanded master of another class of the same package. */
    private String source(Path file, String name) {
        try {
            return Master.expandRegions(Files.readString(masters.resolve(file).resolveSibling(name + ".java")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Path file, String text) throws IOException {
        Path target = output.resolve(file);
        written.add(target);
        if (Files.exists(target) && Files.readString(target).equals(text)) {
            return;
        }
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
    }
}
