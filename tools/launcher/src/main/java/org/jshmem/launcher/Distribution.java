package org.jshmem.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The installed files that a job needs, below one directory:
 *
 * <pre>
 * bin/shmemrun
 * lib/pe/*.jar        class path of every PE, in the order of their names
 * lib/pe.aot          AOT cache made with exactly that class path
 * lib/pe.aot.jars     which jars that were, and which JVM
 * lib/tools/*.jar     after them, where the job uses a tool
 * lib/shell/*.jar     of --shell; PEs have its shell.jar
 * lib/examples.jar
 * lib/launcher/*.jar, lib/launcher.aot, lib/native/
 * </pre>
 */
record Distribution(Path home) implements Installation {
    /** System property that {@code bin/shmemrun} sets. */
    static final String HOME_PROPERTY = "jshmem.home";

    @Override
    public List<Path> peClassPath() {
        return jars("lib/pe");
    }

    @Override
    public List<Path> toolClassPath() {
        return jars("lib/tools");
    }

    @Override
    public List<Path> watcherClassPath() {
        return Stream.concat(jars("lib/tools").stream(), jars("lib/info").stream())
                .toList();
    }

    @Override
    public List<Path> traceClassPath() {
        return jars("lib/tools");
    }

    @Override
    public List<Path> shellClassPath() {
        final Path shell = home.resolve("lib/shell/shell.jar");
        return Stream.concat(Stream.of(shell), jars("lib/shell").stream().filter(jar -> !jar.equals(shell)))
                .toList();
    }

    private List<Path> jars(String name) {
        final Path directory = home.resolve(name);
        final List<Path> jars = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(directory, "*.jar")) {
            entries.forEach(jars::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw new UsageException(
                    HOME_PROPERTY + "=" + home + " has no " + name + " (" + e + "); build it by mvn package");
        } catch (IOException e) {
            throw new UsageException(directory + " cannot be read: " + e.getMessage() + Capacity.remedy(e));
        }
        Collections.sort(jars);
        return jars;
    }

    @Override
    public Path examplesJar() {
        return home.resolve("lib/examples.jar");
    }

    @Override
    public Path nativeLibraries() {
        return home.resolve("lib/native");
    }

    @Override
    public StartCache peCache() {
        return new StartCache(home.resolve("lib/pe.aot"));
    }
}
