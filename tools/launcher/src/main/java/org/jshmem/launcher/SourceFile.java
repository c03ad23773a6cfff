package org.jshmem.launcher;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program that is given as a source file, as {@code java} takes it: a compact one too, and with other files of its
 * source tree. It is compiled once for all PEs, into a directory that lasts until {@link #close}.
 *
 * @param classes the directory
 * @param mainClass the first class of the file
 */
record SourceFile(Path classes, String mainClass) implements AutoCloseable {
    private static final String SUFFIX = ".java";
    private static final int PROBE_BYTES = 64 << 10;
    private static final Writer MESSAGES = new OutputStreamWriter(System.err, StandardCharsets.UTF_8);

    /** Whether a word that names a program is a source file. */
    static boolean isNamedBy(String word) {
        return word.endsWith(SUFFIX) && Files.isRegularFile(Path.of(word));
    }

    /** Compiles a file; what the compiler finds goes to standard error. */
    static SourceFile compile(String name, List<Path> classPath) {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UsageException(
                    name + " cannot be compiled, as there is no compiler in " + System.getProperty("java.home")
                            + "; use a whole JDK, or compile it elsewhere and name the class");
        }
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            return compile(compiler, files, Path.of(name), classPath);
        } catch (IOException e) {
            throw new UsageException(name + " cannot be compiled: " + e + Capacity.remedy(e));
        }
    }

    private static SourceFile compile(
            JavaCompiler compiler, StandardJavaFileManager files, Path file, List<Path> classPath) throws IOException {
        final CompilationUnitTree unit = parse(compiler, files, file);
        final String mainClass = mainClass(file, unit);
        final Path classes = TemporaryDirectory.make("the classes of " + file);
        final SourceFile result = new SourceFile(classes, mainClass);
        boolean isCompiled = false;
        try {
            isCompiled = task(compiler, files, file, options(classes, root(file, unit), classPath), MESSAGES)
                    .call();
            if (!isCompiled) {
                requireWritable(file, classes);
                throw new UsageException(file + " does not compile");
            }
        } finally {
            if (!isCompiled) {
                result.close();
            }
        }
        return result;
    }

    /** Throws if the compiler could not write what it has compiled. */
    private static void requireWritable(Path file, Path classes) {
        try {
            Files.write(classes.resolve("probe"), new byte[PROBE_BYTES]);
        } catch (IOException e) {
            throw new UsageException(
                    file + " does not compile, as its classes cannot be written: " + e + Capacity.remedy(e));
        }
    }

    private static CompilationUnitTree parse(JavaCompiler compiler, StandardJavaFileManager files, Path file)
            throws IOException {
        // What is wrong is said when it is compiled.
        return task(compiler, files, file, List.of(), Writer.nullWriter())
                .parse()
                .iterator()
                .next();
    }

    private static JavacTask task(
            JavaCompiler compiler, StandardJavaFileManager files, Path file, List<String> options, Writer messages) {
        return (JavacTask)
                compiler.getTask(messages, new ClassFiles(files), null, options, null, files.getJavaFileObjects(file));
    }

    private static List<String> options(Path classes, Path root, List<Path> classPath) {
        return List.of(
                "-d",
                classes.toString(),
                "-classpath",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "-sourcepath",
                root.toString(),
                "-implicit:class",
                "-proc:none",
                "-g");
    }

    /** The root of the source tree: above the file by as many directories as its package has names. */
    private static Path root(Path file, CompilationUnitTree unit) {
        Path root = file.toAbsolutePath().getParent();
        final String[] names = packageName(unit).split("\\.");
        for (int i = names.length - 1; i >= 0 && !names[i].isEmpty(); i--) {
            if (root.getParent() == null || !root.endsWith(names[i])) {
                throw new UsageException(file + " is of the package " + packageName(unit)
                        + ", and not in a directory of that name; move it");
            }
            root = root.getParent();
        }
        return root;
    }

    private static String packageName(CompilationUnitTree unit) {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    private static String mainClass(Path file, CompilationUnitTree unit) {
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declared) {
                final String name = packageName(unit);
                return name.isEmpty() ? declared.getSimpleName().toString() : name + "." + declared.getSimpleName();
            }
        }
        throw new UsageException(file + " has no class");
    }

    @Override
    public void close() {
        TemporaryDirectory.delete(classes);
    }
}
