package org.jshmem.mutation;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jshmem.mutation.bytecode.ProductClasses;

/**
 * A copy of the distribution, in which classes are replaced. It lies in a directory that looks like the project's to
 * tests that run below it: {@code ../../build/distribution/target/jshmem} is the copy.
 */
final class PatchedDistribution {
    private static final Path PLACE = Path.of("build/distribution/target/jshmem");

    /** Where the jar is that is published beside the distribution. */
    private static final Path PUBLISHED = Path.of("lib/junit/junit.jar");

    /** Directories of the project whose own directories are modules. */
    private static final Set<String> PARENTS = Set.of("build", "tests", "tools");

    private final Path root;
    private final Path work;
    private final Path original;
    private final Path copy;
    private final Path classes;
    private final Path published;
    private Class<?> added;

    /** Copies it by links; start caches stay away, which would not fit the classes. */
    PatchedDistribution(Path root, Path work) throws IOException {
        this.root = root;
        this.work = work;
        original = root.resolve(PLACE);
        copy = work.resolve(PLACE);
        classes = work.resolve("classes");
        delete(work);
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                final Path to = copy.resolve(original.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else if (!file.getFileName().toString().contains(".aot")) {
                    Files.createLink(to, file);
                }
            }
        }
        published = ProductClasses.publishedJar(root).orElse(null);
        if (published != null) {
            Files.createDirectories(copy.resolve(PUBLISHED).getParent());
            Files.createLink(copy.resolve(PUBLISHED), published);
        }
        for (Path entry : list(root)) {
            final Path name = entry.getFileName();
            if (PARENTS.contains(name.toString())) {
                for (Path child : list(entry)) {
                    mirror(name.resolve(child.getFileName()));
                }
            } else {
                mirror(name);
            }
        }
    }

    /** Tests read sources of any module, and those of a module run in its directory: a link would lead out of here. */
    private void mirror(Path path) throws IOException {
        final Path mirror = work.resolve(path);
        if (!Files.exists(mirror) && !Files.exists(root.resolve(path).resolve("pom.xml"))) {
            Files.createDirectories(mirror.getParent());
            Files.createSymbolicLink(mirror, root.resolve(path));
            return;
        }
        Files.createDirectories(mirror);
        for (Path entry : list(root.resolve(path))) {
            final Path own = mirror.resolve(entry.getFileName());
            if (!Files.exists(own)) {
                Files.createSymbolicLink(own, entry);
            }
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    Path home() {
        return copy;
    }

    /** Where tests of a module run: with everything that is there, but beside the copy. */
    Path workOf(Path module) {
        return work.resolve(module);
    }

    /** The class path of a PE, without a program. */
    String peClassPath() throws IOException {
        return jars(copy.resolve("lib/pe"));
    }

    /**
     * The class path of a module's tests, without these: what PEs, the launcher and the kit have, and for tools all
     * tools and what is beside the module's own jar.
     */
    String testClassPath(Path module) throws IOException {
        final List<String> parts = new ArrayList<>(List.of("lib/pe", "lib/launcher", "lib/tck"));
        if (module.endsWith("system-tests")) {
            parts.add("lib/tools"); // they read traces
        }
        for (String directory : List.of("lib/tools", "lib/info", "lib/shell", "lib/junit")) {
            if (Files.exists(copy.resolve(directory).resolve(module.getFileName() + ".jar"))) {
                parts.addAll(List.of("lib/tools", directory));
            }
        }
        final List<String> jars = new ArrayList<>();
        for (String part : new LinkedHashSet<>(parts)) {
            jars.add(jars(copy.resolve(part)));
        }
        return String.join(File.pathSeparator, jars);
    }

    private static String jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".jar") && !file.endsWith("training.jar"))
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Compiles the class with the defect, and replaces it in the jars. */
    void plant(Mutant mutant) throws IOException {
        restore();
        final String text = mutant.plantedIn(Files.readString(root.resolve(mutant.source())));
        final String path = mutant.source().toString();
        final Path source = classes.resolveSibling("source").resolve(path.substring(path.indexOf("org/jshmem/")));
        Files.createDirectories(source.getParent());
        Files.writeString(source, text);
        compile(mutant, source);
        replaceAll(mutant.name());
    }

    /** Replaces class files, given by their internal names, in the jars. */
    void plant(Map<String, byte[]> classFiles) throws IOException {
        plant(classFiles, null);
    }

    /** The same, and adds a class that they use to each jar that has one of them. */
    void plant(Map<String, byte[]> classFiles, Class<?> used) throws IOException {
        restore();
        added = used;
        for (Map.Entry<String, byte[]> classFile : classFiles.entrySet()) {
            final Path file = classes.resolve(classFile.getKey() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, classFile.getValue());
        }
        replaceAll(String.join(", ", classFiles.keySet()));
    }

    private void replaceAll(String what) throws IOException {
        final List<Path> planted;
        try (Stream<Path> files = Files.walk(classes)) {
            planted = files.filter(Files::isRegularFile).toList();
        }
        boolean isThere = false;
        try (Stream<Path> files = Files.walk(copy.resolve("lib"))) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                isThere |= replace(jar, planted);
            }
        }
        if (!isThere) {
            throw new IllegalArgumentException("no jar of the distribution has the class of " + what);
        }
    }

    /** A constant is in the classes that use it, so all of the module is compiled where one changes. */
    private void compile(Mutant mutant, Path source) throws IOException {
        delete(classes);
        Files.createDirectories(classes);
        final List<Path> sources = new ArrayList<>(List.of(source));
        if (mutant.changesAConstant()) {
            final Path original = root.resolve(mutant.source());
            try (Stream<Path> files = Files.walk(root.resolve(mutant.module()))) {
                files.filter(file ->
                                file.toString().matches(".*/(src/main/java|generated-sources/masters)/org/.*\\.java"))
                        .filter(file -> !file.equals(original))
                        .forEach(sources::add);
            }
        }
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            final boolean ok = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-nowarn",
                                    "-g",
                                    "-parameters", // as the product; the kit chooses arguments by their names
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    jars(copy.resolve("lib"))),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!ok) {
                throw new IllegalArgumentException(mutant.name() + " does not compile:\n" + said);
            }
        }
    }

    /** Whether it has one of the classes. */
    private boolean replace(Path jar, List<Path> planted) throws IOException {
        final List<Path> own = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Path one : planted) {
                final String outermost = classes.relativize(one).toString().replaceAll("(\\$.*)?\\.class$", ".class");
                if (file.getEntry(outermost) != null) {
                    own.add(one);
                }
            }
        }
        if (own.isEmpty()) {
            return false;
        }
        final Path patched = classes.resolveSibling("patched.jar");
        Files.copy(jar, patched, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + patched.toUri()), Map.of())) {
            for (Path file : own) {
                Files.copy(
                        file, inside.getPath(classes.relativize(file).toString()), StandardCopyOption.REPLACE_EXISTING);
            }
            if (added != null) {
                final String name = added.getName().replace('.', '/') + ".class";
                final Path to = inside.getPath(name);
                Files.createDirectories(to.getParent());
                try (InputStream in = added.getResourceAsStream("/" + name)) {
                    Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        Files.move(patched, jar, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }

    /** Brings back the jars that were patched. */
    void restore() throws IOException {
        delete(classes);
        added = null;
        try (Stream<Path> files = Files.walk(copy.resolve("lib"))) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                final Path inside = copy.relativize(jar);
                final Path own = inside.equals(PUBLISHED) ? published : original.resolve(inside);
                if (!Files.isSameFile(jar, own)) {
                    Files.delete(jar);
                    Files.createLink(jar, own);
                }
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        final List<Path> directories = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
                directories.addFirst(entered);
                return FileVisitResult.CONTINUE;
            }
        });
        for (Path empty : directories) {
            Files.delete(empty);
        }
    }
}
