package org.jshmem.launcher;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A class path as the JVM reads it: behind each jar come those that the {@code Class-Path} of its manifest names, and
 * so on.
 */
final class JarClosure {
    private JarClosure() {}

    /**
     * The jars from which a JVM loads classes; a start cache takes nothing from the directories that manifests name.
     *
     * @param classPath entries; those that are no files stay as they are
     * @return in the order of the search, each once
     */
    static List<Path> of(List<Path> classPath) {
        return withDirectories(classPath).stream()
                .filter(entry -> !Files.isDirectory(entry) || classPath.contains(entry))
                .toList();
    }

    /** The same with the directories that manifests name. */
    static List<Path> withDirectories(List<Path> classPath) {
        final Collection<Path> found = new LinkedHashSet<>();
        for (Path entry : classPath) {
            add(entry, found);
        }
        return new ArrayList<>(found);
    }

    private static void add(Path entry, Collection<Path> found) {
        if (found.add(entry)) {
            for (Path named : namedBy(entry)) {
                add(named, found);
            }
        }
    }

    /**
     * The existing files and directories that the manifest of a jar names; none if the entry is no jar. As for the JVM,
     * a name with a slash at its end is that of a directory.
     */
    private static List<Path> namedBy(Path entry) {
        final List<Path> named = new ArrayList<>();
        for (String url : classPath(entry).split(" ", -1)) {
            final Path path = url.isEmpty() ? null : resolve(entry, url);
            if (path != null && (url.endsWith("/") ? Files.isDirectory(path) : Files.isRegularFile(path))) {
                named.add(path);
            }
        }
        return named;
    }

    private static String classPath(Path entry) {
        if (!Files.isRegularFile(entry)) {
            return "";
        }
        try (JarFile jar = new JarFile(entry.toFile(), false)) {
            final Manifest manifest = jar.getManifest();
            final String value =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return value == null ? "" : value;
        } catch (IOException e) {
            return ""; // whoever reads the jar itself says what is wrong with it
        }
    }

    /** Relative to the jar; null for what is no file. */
    private static Path resolve(Path jar, String url) {
        try {
            final URI uri = jar.toAbsolutePath().toUri().resolve(url);
            return "file".equals(uri.getScheme()) ? Path.of(uri) : null;
        } catch (IllegalArgumentException e) { // the JVM passes over it, too
            return null;
        }
    }
}
