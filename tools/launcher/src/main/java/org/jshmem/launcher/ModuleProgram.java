package org.jshmem.launcher;

import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The module of a program, which then runs with all of the library on the module path.
 *
 * @param name the module's name
 * @param path the module path of the program, without the library
 */
record ModuleProgram(String name, List<Path> path) {
    /** The modules of the library that call C. */
    static final String NATIVE_MODULES =
            "org.jshmem.posix,org.jshmem.heap,org.jshmem.bootstrap,org.jshmem.libfabric,com.sun.jna";

    /** Those that use the JDK's own access to memory. */
    static final String MEMORY_MODULES = "org.jshmem,org.jshmem.heap";

    private static final String PE_MODULE = "org.jshmem.bootstrap";

    /**
     * Finds a program.
     *
     * @param words {@code -m module[/class]} and the program's arguments
     * @param modulePath as written after -p, or null
     * @param classPath what is on the class path beside
     */
    static Program find(List<String> words, String modulePath, List<Path> classPath) {
        if (words.size() < 2) {
            throw new UsageException(words.getFirst() + " has no module: write -m module/package.Class");
        }
        if (modulePath == null) {
            throw new UsageException(
                    words.getFirst() + " " + words.get(1) + " needs a module path: write -p PATH before it");
        }
        final String word = words.get(1);
        final int slash = word.indexOf('/');
        final ModuleProgram module =
                new ModuleProgram(slash < 0 ? word : word.substring(0, slash), entries(modulePath));
        final ModuleReference reference = module.reference(modulePath);
        final String mainClass = slash < 0 ? module.mainClass(reference) : word.substring(slash + 1);
        module.requireClass(reference, mainClass);
        return new Program(mainClass, classPath, words.subList(2, words.size()), module, List.of());
    }

    private static List<Path> entries(String modulePath) {
        final List<Path> entries = new ArrayList<>();
        for (String entry : modulePath.split(":")) {
            entries.add(Path.of(entry));
            if (!Files.exists(entries.getLast())) {
                throw new UsageException("-p entry " + entry + " does not exist; build it first or correct the path");
            }
        }
        return entries;
    }

    private ModuleReference reference(String written) {
        final ModuleFinder finder = ModuleFinder.of(path.toArray(Path[]::new));
        try {
            return finder.find(name)
                    .orElseThrow(() -> new UsageException("module=" + name + " is not on the module path -p " + written
                            + ", which has: "
                            + finder.findAll().stream()
                                    .map(found -> found.descriptor().name())
                                    .sorted()
                                    .collect(Collectors.joining(", "))));
        } catch (FindException e) {
            throw new UsageException("-p " + written + " cannot be read: " + e.getMessage());
        }
    }

    private String mainClass(ModuleReference reference) {
        return reference
                .descriptor()
                .mainClass()
                .orElseThrow(() -> new UsageException("module=" + name + " names no main class; write -m " + name
                        + "/package.Class, or give its jar one: jar --update --main-class"));
    }

    private void requireClass(ModuleReference reference, String className) {
        try (ModuleReader reader = reference.open()) {
            if (reader.find(className.replace('.', '/') + ".class").isEmpty()) {
                throw new UsageException(
                        "class=" + className + " is not in the module " + name + "; look at its package and name");
            }
        } catch (IOException e) {
            throw new UsageException("module=" + name + " cannot be read: " + e.getMessage());
        }
    }

    /** What starts the PE's own main class, which calls the program's, exported or not. */
    List<String> peStart(String peMain, String mainClass) {
        final List<String> words = new ArrayList<>();
        final int dot = mainClass.lastIndexOf('.');
        words.add("--add-opens=" + name + "/" + mainClass.substring(0, Math.max(dot, 0)) + "=" + PE_MODULE);
        words.add("-m");
        words.add(PE_MODULE + "/" + peMain);
        return words;
    }
}
