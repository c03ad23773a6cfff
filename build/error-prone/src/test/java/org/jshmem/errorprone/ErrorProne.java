package org.jshmem.errorprone;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jshmem.codegen.Expand;
import org.jshmem.testing.Draw;
import org.jshmem.testing.Modules;

/**
 * Error Prone on the sources of all modules, masters as the build expands them. It compiles them together, on one class
 * path: an Error Prone of its own for each module would load and warm up sixty times, which takes twice the time of all
 * the rest of the compilation.
 */
final class ErrorProne {
    /** Off: matters of taste, and {@code ThreadPriorityCheck}, which forbids {@code Thread.yield}. */
    private static final List<String> OFF = List.of(
            "EnumOrdinal",
            "InvalidBlockTag",
            "ListRemoveAmbiguous",
            "OperatorPrecedence",
            "ReferenceEquality",
            "RedundantControlFlow",
            "StringConcatToTextBlock",
            "StringSplitter",
            "ThreadPriorityCheck");

    private static final String MASTERS = "masters";

    private final Path root;
    private final Path work;
    private final List<Path> modules;
    private final List<Path> checked;

    /**
     * Error Prone on a project.
     *
     * @param root the root of the project
     * @param work an empty directory for what is generated and compiled
     * @param draw which modules it checks; if there are any, it compiles all
     */
    ErrorProne(final Path root, final Path work, final Draw draw) throws IOException {
        this.root = root;
        this.work = work;
        this.modules = Modules.of(root);
        this.checked = draw.from("Error Prone", modules);
    }

    /** Returns one line for each fault, as for what does not compile. */
    List<String> faults() throws IOException {
        final List<String> faults = new ArrayList<>();
        List<Path> folders = checked.isEmpty() ? List.of() : folders();
        // What follows classes that have faults would only lack them.
        while (!folders.isEmpty() && faults.isEmpty()) {
            final List<Path> later = new ArrayList<>();
            compile(sources(folders, later), work.resolve("classes"), faults);
            folders = later;
        }
        return faults;
    }

    private List<Path> folders() throws IOException {
        final List<Path> folders = new ArrayList<>();
        for (final Path module : modules) {
            final Path masters = module.resolve("src/master/java");
            if (Files.isDirectory(masters)) {
                final Path expanded = work.resolve(MASTERS)
                        .resolve(root.relativize(module))
                        .resolve("target/generated-sources/masters");
                Files.createDirectories(expanded);
                Expand.main(new String[] {masters.toString(), expanded.toString()});
                folders.add(expanded);
            }
            Stream.of("src/main/java", "src/test/java")
                    .map(module::resolve)
                    .filter(Files::isDirectory)
                    .forEach(folders::add);
        }
        return folders;
    }

    /**
     * The sources of some folders. A folder that has a class of its own for one that came before, as a test has that
     * stands in for the product's, comes later, when that one is on the class path; and so do the module's folders that
     * follow, which use it.
     */
    private List<Path> sources(final List<Path> folders, final List<Path> later) throws IOException {
        final Map<Path, Path> sources = new LinkedHashMap<>();
        final Set<Path> modulesLater = new HashSet<>();
        for (final Path folder : folders) {
            final Map<Path, Path> own = new LinkedHashMap<>();
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .forEach(file -> own.put(folder.relativize(file), file));
            }
            final Path module = moduleOf(folder);
            if (modulesLater.contains(module) || own.keySet().stream().anyMatch(sources::containsKey)) {
                later.add(folder);
                modulesLater.add(module);
            } else {
                sources.putAll(own);
            }
        }
        return List.copyOf(sources.values());
    }

    /** The module of a folder, relative to the root: what is above {@code src} or {@code target}. */
    private Path moduleOf(final Path folder) {
        final Path masters = work.resolve(MASTERS);
        Path module = folder.startsWith(masters) ? masters.relativize(folder) : root.relativize(folder);
        for (int i = 0; i < 3; i++) {
            module = module.getParent();
        }
        return module;
    }

    private void compile(final List<Path> sources, final Path classes, final List<String> faults) throws IOException {
        Files.createDirectories(classes);
        final String libraries = System.getProperty("java.class.path");
        final List<String> plugin = new ArrayList<>(List.of("-Xplugin:ErrorProne"));
        OFF.forEach(check -> plugin.add("-Xep:" + check + ":OFF"));
        plugin.add("-XepExcludedPaths:" + others());
        final List<String> options = List.of(
                "-d",
                classes.toString(),
                "-classpath",
                classes + ":" + libraries,
                "-processorpath",
                libraries,
                "-proc:none",
                "-parameters",
                // What javac itself warns of is said where the module is compiled.
                "-Xlint:none",
                "-Xmaxwarns",
                "1000",
                "-XDcompilePolicy=simple",
                "--should-stop=ifError=FLOW",
                "-XDaddTypeAnnotationsToSymbol=true",
                String.join(" ", plugin));
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        final StringWriter output = new StringWriter();
        final boolean isCompiled;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            isCompiled = compiler.getTask(
                            output, files, found, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        found.getDiagnostics().stream()
                .filter(one ->
                        one.getKind() == Diagnostic.Kind.ERROR || one.getCode().contains("error.prone"))
                .map(this::line)
                .forEach(faults::add);
        if (!isCompiled && faults.isEmpty()) {
            faults.add("javac ended for no reason that it has reported: " + output);
        }
    }

    /** A pattern of the sources of the modules that are not checked. */
    private String others() {
        return checked.stream()
                .flatMap(module -> Stream.of(module, work.resolve(MASTERS).resolve(root.relativize(module))))
                .map(folder -> Pattern.quote(folder + "/"))
                .collect(Collectors.joining("|", "(?!", ").*"));
    }

    private String line(final Diagnostic<? extends JavaFileObject> one) {
        final String message = one.getMessage(Locale.ROOT);
        if (one.getSource() == null) {
            return message;
        }
        final Path file = Path.of(one.getSource().toUri());
        final Path masters = work.resolve(MASTERS);
        final Path shown = file.startsWith(masters) ? masters.relativize(file) : root.relativize(file);
        return shown + ":" + one.getLineNumber() + ": " + message;
    }
}
