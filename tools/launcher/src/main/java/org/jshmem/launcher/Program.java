package org.jshmem.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that every PE runs.
 *
 * @param mainClass its binary name
 * @param classPath what follows the runtime's own jars on the class path
 * @param arguments passed to its main
 * @param module the module that it is in, or null for the class path
 * @param jvmOptions what the manifest of its jar asks of the JVM
 */
record Program(
        String mainClass, List<Path> classPath, List<String> arguments, ModuleProgram module, List<String> jvmOptions) {
    Program(String mainClass, List<Path> classPath, List<String> arguments) {
        this(mainClass, classPath, arguments, null, List.of());
    }

    /** What follows the options of a plain {@code java}. */
    List<String> words() {
        final List<String> words = new ArrayList<>();
        if (module == null) {
            words.add(mainClass);
        } else {
            words.add("-m");
            words.add(module.name() + "/" + mainClass);
        }
        words.addAll(arguments);
        return words;
    }

    /** The same where the PE's own main class calls the program's. */
    List<String> words(String peMain) {
        final List<String> words = new ArrayList<>();
        if (module == null) {
            words.add(peMain);
        } else {
            words.addAll(module.peStart(peMain, mainClass));
        }
        words.add(mainClass);
        words.addAll(arguments);
        return words;
    }
}
