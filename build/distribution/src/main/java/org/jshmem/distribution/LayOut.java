package org.jshmem.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Completes a distribution whose jars are in place: scripts, and jars as start caches want them; then prepares it. */
public final class LayOut {
    private static final List<String> LINKS = List.of("shmem-info", "shmem-prepare", "shmem-top");

    private final Path scripts;
    private final Path home;

    private LayOut(Path scripts, Path home) {
        this.scripts = scripts;
        this.home = home;
    }

    /**
     * Lays a distribution out.
     *
     * @param args the directory of the scripts, the distribution's directory, the jar of the training program, the jar
     *     of {@link PrepareStart}
     * @throws IOException when a file cannot be read or written, or a training run fails
     * @throws InterruptedException when somebody interrupts this thread
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        final LayOut layOut = new LayOut(Path.of(args[0]), Path.of(args[1]));
        layOut.copyScripts();
        layOut.copy(Path.of(args[2]), "lib/prepare/training.jar");
        layOut.copy(Path.of(args[3]), "lib/prepare/prepare.jar");
        new OldClasses(layOut.launcherJars()).rewrite();
        new PrepareStart(layOut.home).prepare();
    }

    private void copyScripts() throws IOException {
        copy(scripts.resolve("shmemrun"), "bin/shmemrun");
        for (String name : LINKS) {
            final Path link = home.resolve("bin").resolve(name);
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of("shmemrun"));
        }
    }

    private void copy(Path file, String name) throws IOException {
        final Path target = home.resolve(name);
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private List<Path> launcherJars() throws IOException {
        final List<Path> jars = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(home.resolve("lib/launcher"), "*.jar")) {
            entries.forEach(jars::add);
        }
        Collections.sort(jars);
        return jars;
    }
}
