package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A program that prints a word, and ends with the status that its argument names. */
final class WordProgram {
    private WordProgram() {}

    /** Compiles the program and puts it into a jar. */
    static void write(Path file, String className, String word) throws IOException {
        final int dot = className.lastIndexOf('.');
        final String source = (dot < 0 ? "" : "package " + className.substring(0, dot) + ";")
                + "public class " + className.substring(dot + 1) + " { public static void main(String[] args) {"
                + "org.jshmem.Shmem.init(); org.jshmem.Shmem.barrierAll();"
                + "System.out.println(\"" + word + "\");"
                + "org.jshmem.Shmem.shutdown();"
                + "if (args.length > 0) System.exit(Integer.parseInt(args[0])); } }";
        final Path classes = Files.createTempDirectory("classes");
        final JavaFileObject unit =
                new SimpleJavaFileObject(
                        URI.create("string:///" + className.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        assertTrue(ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        null,
                        List.of(
                                "-d",
                                classes.toString(),
                                "-cp",
                                Command.home().resolve("lib/pe/shmem-api.jar").toString()),
                        null,
                        List.of(unit))
                .call());
        final String entry = className.replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream zip = new JarOutputStream(out)) {
            zip.putNextEntry(new JarEntry(entry));
            Files.copy(classes.resolve(entry), zip);
        }
        try (var made = Files.walk(classes)) {
            for (Path path : made.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
