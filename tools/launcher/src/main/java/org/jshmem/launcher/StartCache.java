package org.jshmem.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An AOT cache for PEs, and beside it a file that says what it was made of: the JVM, and the jars of its class path in
 * their order, with those that their manifests name.
 *
 * <p>HotSpot 25 does not look at the jars again: a class that is in the cache is taken from there, even when its jar
 * has been replaced or removed, or stands elsewhere on the class path. So the launcher compares before it hands a cache
 * to a JVM.
 *
 * @param file the cache
 */
record StartCache(Path file) {
    /** Ends the name of the file beside the cache. */
    static final String CONTENTS_SUFFIX = ".jars";

    private static final char SEPARATOR = ' ';

    /**
     * The cache that the command line names.
     *
     * @param option the option before the name
     */
    static StartCache named(String option, String name) {
        final Path file = Path.of(name).toAbsolutePath();
        if (file.toString().contains(File.pathSeparator)) {
            throw new UsageException(option + " " + name + ": the JVM takes no cache with " + File.pathSeparator
                    + " in its path, which is " + file + "; use another one");
        }
        return new StartCache(file);
    }

    /** The file that says what the cache was made of. */
    Path contentsFile() {
        return file.resolveSibling(file.getFileName() + CONTENTS_SUFFIX);
    }

    /**
     * What a cache made by this JVM would be made of.
     *
     * @param classPath jars, as {@link JarClosure} finds them
     * @throws IOException when one of them cannot be read
     */
    static List<String> contents(List<Path> classPath) throws IOException {
        final List<String> lines = new ArrayList<>();
        lines.add(jvm());
        for (Path jar : classPath) {
            lines.add(JarFingerprint.of(jar) + SEPARATOR + jar.getFileName());
        }
        return lines;
    }

    private static String jvm() {
        return System.getProperty("java.vm.name")
                + SEPARATOR
                + System.getProperty("java.vm.version")
                + SEPARATOR
                + System.getProperty("os.arch");
    }

    /**
     * Why a PE must not use this cache.
     *
     * @param classPath of the PE, likewise; entries may follow those that the cache was made with
     * @return a reason, or null if the PE may use it
     */
    String objection(List<Path> classPath) {
        final List<String> made;
        try {
            made = Files.readAllLines(contentsFile());
        } catch (IOException e) {
            return contentsFile() + ", which says what it was made of, cannot be read";
        }
        if (made.isEmpty() || !made.get(0).equals(jvm())) {
            return "it was made by another JVM (" + (made.isEmpty() ? "unknown" : made.get(0)) + "), and this is "
                    + jvm();
        }
        for (int line = 1; line < made.size(); line++) {
            final String objection = objection(made.get(line), line, classPath);
            if (objection != null) {
                return objection;
            }
        }
        return null;
    }

    private static String objection(String made, int number, List<Path> classPath) {
        final String name = made.substring(made.indexOf(SEPARATOR) + 1);
        if (number > classPath.size()) {
            return name + " was on the class path when it was made, and is not now";
        }
        final Path entry = classPath.get(number - 1);
        if (!name.equals(String.valueOf(entry.getFileName()))) {
            return "the class path has " + entry + " where it had " + name + " when it was made";
        }
        try {
            return made.startsWith(JarFingerprint.of(entry)) ? null : entry + " has been replaced since it was made";
        } catch (IOException e) {
            return entry + " cannot be read (" + e + ")";
        }
    }
}
