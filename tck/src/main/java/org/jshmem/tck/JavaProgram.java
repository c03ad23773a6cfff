package org.jshmem.tck;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program that checks itself, as {@link org.jshmem.tck.programs.RandomProgram} writes it, compiled: it ends its job
 * with a status other than 0 if something is wrong.
 *
 * @param file of its source
 * @param mainClass its name
 * @param pes of the job
 * @param classes the directory where the class is
 */
public record JavaProgram(Path file, String mainClass, int pes, Path classes) {
    private static final String SUFFIX = ".java";
    private static final Pattern PES = Pattern.compile("shmemrun -np (\\d{1,9})\\b");

    /** How many PEs the comment at the head of a program wants. */
    public static Optional<Integer> pesOf(String source) {
        final Matcher matcher = PES.matcher(source);
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    /**
     * Compiles a file against the implementation that is judged.
     *
     * @param file of Java source, with the class that its name says, or none
     * @param pes of the job
     * @param classes the directory for the class
     * @throws IllegalArgumentException if it does not compile
     */
    public static JavaProgram compile(Path file, int pes, Path classes) throws IOException {
        final String name = file.getFileName().toString();
        if (!name.endsWith(SUFFIX)) {
            throw new IllegalArgumentException(file + " is no file of Java source: its name is to end in " + SUFFIX);
        }
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalArgumentException(
                    System.getProperty("java.home") + " has no compiler for " + file + "; run the kit by a whole JDK");
        }
        final String classPath = expanded(Harness.property("runtime", System.getProperty("java.class.path")));
        final StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            final List<String> options = List.of(
                    "-proc:none",
                    "-implicit:none",
                    "-nowarn",
                    "-Xmaxerrs",
                    "5",
                    "-d",
                    classes.toString(),
                    "-cp",
                    classPath);
            if (compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(file))
                    .call()) {
                return new JavaProgram(file, name.substring(0, name.length() - SUFFIX.length()), pes, classes);
            }
        }
        throw new IllegalArgumentException(file + " does not compile:" + System.lineSeparator() + said);
    }

    /** With the jars of each directory that ends in a star, as the java command reads it and the compiler does not. */
    private static String expanded(String classPath) throws IOException {
        final List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (entry.endsWith("*")) {
                final Path directory = Path.of(entry.substring(0, entry.length() - 1));
                if (!Files.isDirectory(directory)) {
                    throw new IllegalArgumentException(
                            "the class path names " + entry + ", and there is no such directory; correct --runtime");
                }
                try (Stream<Path> files = Files.list(directory)) {
                    files.map(Path::toString)
                            .filter(file -> file.endsWith(".jar"))
                            .forEach(entries::add);
                }
            } else {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }
}
