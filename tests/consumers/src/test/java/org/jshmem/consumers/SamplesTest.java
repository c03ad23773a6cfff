package org.jshmem.consumers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample projects as their users build them: by Maven in a process of its own, in a directory elsewhere, from a
 * local repository with what is published. Libraries of others may come from this build's local repository.
 */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SamplesTest {
    private static final Path SAMPLES = Path.of("../../samples");

    @TempDir
    private Path directory;

    /** The output of Maven, which must succeed. */
    private String maven(String sample, String... goals) throws IOException, InterruptedException {
        final Path project = directory.resolve(sample);
        copy(SAMPLES.resolve(sample), project);
        final Path settings = directory.resolve("settings.xml");
        Files.writeString(settings, settings());
        final List<String> command = new ArrayList<>(List.of(
                System.getProperty("jshmem.consumers.maven"),
                "-B",
                "-ntp",
                "-s",
                settings.toString(),
                "-Dmaven.repo.local=" + System.getProperty("jshmem.consumers.repository")));
        command.addAll(List.of(goals));
        final ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        final Process maven = builder.start();
        try {
            maven.getOutputStream().close();
            final String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, maven.waitFor(), output);
            return output;
        } finally {
            maven.descendants().forEach(ProcessHandle::destroyForcibly);
            maven.destroyForcibly();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> !path.startsWith(from.resolve("target")))::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** The libraries and plugins of others come from where this build has them, without a copy for each test. */
    private static String settings() {
        final String url =
                Path.of(System.getProperty("jshmem.consumers.cache")).toUri().toString();
        final String repository = "<id>cache</id><url>" + url + "</url>"
                + "<releases><enabled>true</enabled><checksumPolicy>ignore</checksumPolicy></releases>"
                + "<snapshots><enabled>false</enabled></snapshots>";
        return "<settings><profiles><profile><id>cache</id><repositories><repository>" + repository
                + "</repository></repositories><pluginRepositories><pluginRepository>" + repository
                + "</pluginRepository></pluginRepositories></profile></profiles>"
                + "<activeProfiles><activeProfile>cache</activeProfile></activeProfiles></settings>";
    }

    @Test
    void shouldTestAndRunAMavenProject() throws Exception {
        final String output = maven("maven", "test", "exec:exec", "dependency:copy-dependencies");
        assertTrue(output.contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"), output);
        assertRingOfFour(output);
        runInContainer();
    }

    private static void assertRingOfFour(String output) {
        assertTrue(output.contains("PE 0 of 4 was sent 3") && output.contains("PE 3 of 4 was sent 2"), output);
    }

    /** The container's command, with the files that the Dockerfile copies, and this JDK in place of its image's. */
    private void runInContainer() throws IOException, InterruptedException {
        final Path app = directory.resolve("app");
        Files.createDirectory(app);
        final Dockerfile file = Dockerfile.read(SAMPLES.resolve("clusters/Dockerfile"));
        assertEquals("eclipse-temurin:25-jdk", file.image());
        for (var copied : file.copies().entrySet()) {
            copy(
                    directory.resolve("maven").resolve(copied.getKey()),
                    app.resolve(copied.getValue().substring("/app/".length())));
        }
        final List<String> command = new ArrayList<>(file.command().stream()
                .map(word -> word.replace("/app/", app + "/"))
                .toList());
        assertEquals("java", command.getFirst());
        command.set(0, System.getProperty("java.home") + "/bin/java");
        final Process container =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String output = new String(container.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, container.waitFor(), output);
            assertRingOfFour(output);
        } finally {
            container.descendants().forEach(ProcessHandle::destroyForcibly);
            container.destroyForcibly();
        }
    }

    @Test
    void shouldTestAndRunAModularProject() throws Exception {
        final String output = maven("modular", "test", "exec:exec");
        assertTrue(output.contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"), output);
        assertTrue(output.contains("mean 1.5"), output);
    }
}
