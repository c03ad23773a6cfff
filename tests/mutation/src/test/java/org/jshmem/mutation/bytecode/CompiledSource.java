package org.jshmem.mutation.bytecode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A source of the package {@code tiny}, compiled as the product is. */
final class CompiledSource {
    private CompiledSource() {}

    /** Its classes, as if they were the product's. */
    static ProductClasses compile(Path directory, String name, String text) throws IOException {
        final Path source = directory.resolve(name + ".java");
        Files.writeString(source, "package tiny;\n" + text);
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            final boolean ok = compiler.getTask(
                            null,
                            files,
                            null,
                            List.of("-proc:none", "-g", "-parameters", "-d", directory.toString()),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            if (!ok) {
                throw new IllegalArgumentException(text);
            }
        }
        final ProductClasses classes = new ProductClasses(CompiledSource.class.getClassLoader());
        try (Stream<Path> found = Files.walk(directory)) {
            for (Path file :
                    found.filter(one -> one.toString().endsWith(".class")).toList()) {
                classes.add(
                        directory.relativize(file).toString().replace(".class", ""),
                        "module",
                        Files.readAllBytes(file));
            }
        }
        return classes;
    }
}
