package org.jshmem.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Turns what the command line names into a {@link Program}, or says what is wrong before any PE starts. */
final class ProgramFinder {
    /** What the name of a module follows. */
    static final Set<String> MODULE = Set.of("-m", "--module");

    /** Null for none. */
    private final Path examplesJar;

    private final List<Path> runtimeJars;

    ProgramFinder(Installation installation) {
        examplesJar = installation.examplesJar();
        runtimeJars = installation.peClassPath();
    }

    /**
     * @param words the class, example name, {@code -jar file} or {@code -m module}, and the program's arguments
     * @param classPath as written after -cp, or null
     * @param modulePath as written after -p, or null
     */
    Program find(List<String> words, String classPath, String modulePath) {
        final String word = words.get(0);
        if (MODULE.contains(word)) {
            return ModuleProgram.find(words, modulePath, classPath == null ? List.of() : entries(classPath));
        }
        if (word.equals("-jar")) {
            return jar(words, classPath == null ? List.of() : entries(classPath));
        }
        if (SourceFile.isNamedBy(word)) {
            throw new UsageException(word + " is a source file, which can only be run; compile it and name the class");
        }
        final String name = className(word);
        final List<Path> path = classPath(classPath);
        final List<String> arguments = words.subList(1, words.size());
        if (contains(path, name)) {
            return new Program(name, path, arguments);
        }
        if (name.indexOf('.') < 0 && examplesJar != null) {
            return example(name, path, arguments);
        }
        if (examplesJar != null && contains(List.of(examplesJar), name)) {
            return new Program(name, withExamples(path), arguments);
        }
        if (contains(runtimeJars, name)) {
            return new Program(name, path, arguments);
        }
        if (name.endsWith(".java")) {
            throw new UsageException("program=" + word + ": there is no such file");
        }
        throw new UsageException("class=" + word + " is not on the class path -cp " + joined(path)
                + "; compile it, or name the directory or jar that holds it");
    }

    /** The java command takes slashes, too. */
    private static String className(String written) {
        return written.replace('/', '.');
    }

    /** What is written after -cp, or the default for null. */
    static List<Path> classPath(String written) {
        return written == null ? defaultClassPath(System.getenv("CLASSPATH")) : entries(written);
    }

    private Program example(String name, List<Path> path, List<String> arguments) {
        final ExampleTable table = ExampleTable.read(examplesJar);
        final String mainClass = table.mainClass(name);
        if (mainClass == null) {
            throw new UsageException("program=" + name + " is neither a class on the class path -cp " + joined(path)
                    + " nor an example; examples: " + table.names());
        }
        return new Program(mainClass, withExamples(path), arguments);
    }

    private List<Path> withExamples(List<Path> path) {
        final List<Path> extended = new ArrayList<>();
        extended.add(examplesJar);
        extended.addAll(path);
        return extended;
    }

    private static Program jar(List<String> words, List<Path> path) {
        if (words.size() < 2) {
            throw new UsageException("-jar has no file: write -jar app.jar");
        }
        final Path jar = Path.of(words.get(1));
        final List<Path> withJar = new ArrayList<>();
        withJar.add(jar);
        withJar.addAll(path);
        final Attributes attributes = attributesOf(jar);
        final String mainClass = attributes.getValue(Attributes.Name.MAIN_CLASS);
        if (mainClass == null) {
            throw new UsageException("-jar " + jar + " has no Main-Class in its manifest; write -cp " + jar + " Class");
        }
        final List<String> jvmOptions = new ArrayList<>(accessOptions(attributes, "Add-Exports"));
        jvmOptions.addAll(accessOptions(attributes, "Add-Opens"));
        return new Program(className(mainClass.strip()), withJar, words.subList(2, words.size()), null, jvmOptions);
    }

    /**
     * The options in place of an attribute that only {@code java -jar} reads. As there, what names no package of the
     * JDK is passed over.
     */
    private static List<String> accessOptions(Attributes attributes, String name) {
        final String value = attributes.getValue(name);
        return value == null
                ? List.of()
                : Stream.of(value.strip().split("\\s+"))
                        .filter(ProgramFinder::isPackageOfTheJdk)
                        .map(word -> "--" + name.toLowerCase(Locale.ROOT) + "=" + word + "=ALL-UNNAMED")
                        .toList();
    }

    private static boolean isPackageOfTheJdk(String word) {
        final String[] names = word.split("/", -1);
        return names.length == 2
                && ModuleFinder.ofSystem()
                        .find(names[0])
                        .filter(module -> module.descriptor().packages().contains(names[1]))
                        .isPresent();
    }

    /** The main attributes of the manifest of a jar. */
    private static Attributes attributesOf(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new UsageException("-jar " + jar + " is not a file; check the path");
        }
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            final Manifest manifest = file.getManifest();
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (IOException e) {
            throw new UsageException("-jar " + jar + " cannot be read as a jar: " + e.getMessage());
        }
    }

    /** As the java command has it; it does not mind entries of the variable that do not exist. */
    static List<Path> defaultClassPath(String variable) {
        if (variable == null || variable.isEmpty()) {
            return List.of(Path.of("."));
        }
        final List<Path> path = new ArrayList<>();
        for (String entry : variable.split(":", -1)) {
            if (isWildcard(entry) ? Files.isDirectory(directoryOf(entry)) : Files.exists(Path.of(entry))) {
                addEntry(path, entry.isEmpty() ? "." : entry);
            }
        }
        return path;
    }

    private static List<Path> entries(String classPath) {
        final List<Path> entries = new ArrayList<>();
        for (String entry : classPath.split(":", -1)) {
            addEntry(entries, entry.isEmpty() ? "." : entry);
        }
        return entries;
    }

    private static void addEntry(List<Path> entries, String entry) {
        if (isWildcard(entry)) {
            addJars(entries, directoryOf(entry), entry);
            return;
        }
        final Path path = Path.of(entry);
        if (!Files.exists(path)) {
            throw new UsageException("-cp entry " + entry + " does not exist; build it first or correct the path");
        }
        entries.add(path);
    }

    private static boolean isWildcard(String entry) {
        return entry.equals("*") || entry.endsWith("/*");
    }

    private static Path directoryOf(String wildcard) {
        return Path.of(wildcard.equals("*") ? "." : wildcard.substring(0, wildcard.length() - 1));
    }

    private static void addJars(List<Path> entries, Path directory, String entry) {
        try (var jars = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
            final List<Path> found = new ArrayList<>();
            jars.forEach(found::add);
            found.sort(null);
            entries.addAll(found);
        } catch (IOException e) {
            throw new UsageException("-cp entry " + entry + " names no directory; build it first or correct the path");
        }
    }

    private static boolean contains(List<Path> path, String className) {
        final String file = className.replace('.', '/') + ".class";
        return holds(path, file) || holds(JarClosure.withDirectories(path), file);
    }

    private static boolean holds(List<Path> path, String file) {
        for (Path entry : path) {
            if (Files.isDirectory(entry) ? Files.isRegularFile(entry.resolve(file)) : jarContains(entry, file)) {
                return true;
            }
        }
        return false;
    }

    private static boolean jarContains(Path jar, String file) {
        if (!Files.isRegularFile(jar)) {
            return false;
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getEntry(file) != null;
        } catch (IOException e) {
            throw new UsageException("-cp entry " + jar + " cannot be read as a jar: " + e.getMessage());
        }
    }

    /** A class path as it is written after -cp. */
    static String joined(List<Path> path) {
        return path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
