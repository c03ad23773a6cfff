package org.jshmem.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Completes a distribution whose jars are in place: scripts, and jars as start caches want them; removes jars of
 * earlier builds, and prepares it unless that is done.
 */
public final class LayOut {
    private static final List<String> JARS =
            List.of("lib/pe", "lib/info", "lib/tools", "lib/shell", "lib/tck", "lib/launcher");
    private static final String TRAINING = "training.jar";
    private static final List<String> LINKS = List.of("shmem-info", "shmem-prepare", "shmem-top", "shmem-trace", "tck");

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
        layOut.copy(Path.of(args[2]), "lib/prepare/" + TRAINING);
        layOut.copy(Path.of(args[3]), "lib/prepare/prepare.jar");
        for (String directory : JARS) {
            layOut.removeOldJars(directory);
        }
        new OldClasses(PrepareStart.jars(layOut.home.resolve("lib/launcher"))).rewrite();
        final PreparedJars prepared = new PreparedJars(layOut.home);
        if (!prepared.restore()) {
            new PrepareStart(layOut.home).prepare();
            prepared.write();
        }
        // The time of the build, for bin/shmemrun.
        Files.writeString(layOut.home.resolve("lib/java-built"), "");
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

    /** Jars that came from no dependency of this build. */
    private void removeOldJars(String directory) throws IOException {
        final Set<String> dependencies = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(jar -> Path.of(jar).getFileName().toString().replaceAll("-\\d[^-]*(-SNAPSHOT)?(?=[-.])", ""))
                .collect(Collectors.toSet());
        for (Path jar : PrepareStart.jars(home.resolve(directory))) {
            final String name = jar.getFileName().toString();
            if (!dependencies.contains(name) && !name.equals(TRAINING)) {
                Files.delete(jar);
            }
        }
    }
}
