package org.jshmem.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * Expands a folder of masters into Java sources: {@code Expand <master folder> <output folder>}.
 *
 * <p>A file whose name contains {@code Doubles} becomes one file for each {@link ElementType}, or for those that its first line
 * names ({@code // types: int long}); every other file stays one file, with its regions and delegates expanded (see
 * {@link Master}). A file is written only when its text changes, so
 * that nothing is compiled twice.
 */
public final class Expand {
    private static final String PER_TYPE = "Doubles";
    private static final String TYPES = "// types: ";
    private static final String DELEGATES = "// delegates: ";
    private static final String FORWARDS = "// forwards: ";

    private final Path masters;
    private final Path output;

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
    }

    private void expand(Path file, String text) throws IOException {
        if (!file.getFileName().toString().contains(PER_TYPE)) {
            write(file, delegates(file, Master.expandRegions(text)));
            return;
        }
        for (ElementType type : ElementType.named(typesOf(text))) {
            write(Path.of(type.rewrite(file.toString())), type.rewrite(text));
        }
    }

    private static List<String> typesOf(String text) {
        String first = text.lines().findFirst().orElse("");
        return first.startsWith(TYPES) ? List.of(first.substring(TYPES.length()).split(" ")) : List.of();
    }

    private String delegates(Path file, String text) {
        List<String> lines =
                text.lines().map(line -> fromOtherClass(file, line)).toList();
        return String.join("\n", lines) + "\n";
    }

    private String fromOtherClass(Path file, String line) {
        String text = line.strip();
        if (text.startsWith(DELEGATES)) {
            return expandFrom(file, text.substring(DELEGATES.length()), Delegates::of);
        }
        return text.startsWith(FORWARDS) ? expandFrom(file, text.substring(FORWARDS.length()), Forwards::of) : line;
    }

    private String expandFrom(Path file, String directive, BinaryOperator<String> expansion) {
        String[] classAndField = directive.split(" ");
        Path source = masters.resolve(file).resolveSibling(classAndField[0] + ".java");
        try {
            return expansion.apply(Master.expandRegions(Files.readString(source)), classAndField[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Path file, String text) throws IOException {
        Path target = output.resolve(file);
        if (Files.exists(target) && Files.readString(target).equals(text)) {
            return;
        }
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
    }
}
