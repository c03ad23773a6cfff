package org.jshmem.consumers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.yaml.snakeyaml.Yaml;

/** What can be said of samples without the tools that would run them. */
@Timeout(60)
class DeclaredSamplesTest {
    private static final Path SAMPLES = Path.of("../../samples");

    private static Map<?, ?> map(Object node, String... path) {
        Object at = node;
        for (String name : path) {
            at = at instanceof List<?> list ? list.getFirst() : at;
            at = ((Map<?, ?>) at).get(name);
            assertTrue(at != null, name);
        }
        return (Map<?, ?>) (at instanceof List<?> list ? list.getFirst() : at);
    }

    @Test
    void shouldDescribeAKubernetesJob() throws IOException {
        final Object job;
        try (Reader in = Files.newBufferedReader(SAMPLES.resolve("clusters/ring-job.yaml"))) {
            job = new Yaml().load(in);
        }
        assertEquals(Set.of("apiVersion", "kind", "metadata", "spec"), map(job).keySet());
        assertEquals("batch/v1", map(job).get("apiVersion"));
        assertEquals("Job", map(job).get("kind"));
        assertEquals("Never", map(job, "spec", "template", "spec").get("restartPolicy"));
        final Map<?, ?> container = map(job, "spec", "template", "spec", "containers");
        assertTrue(
                Files.readString(SAMPLES.resolve("clusters/Dockerfile"))
                        .contains("docker build -t " + container.get("image") + " "),
                "the image is that of the Dockerfile");
        final Map<?, ?> limits = map(container, "resources", "limits");
        assertEquals(limits, map(container, "resources", "requests"));
        assertEquals("4", limits.get("cpu"));
        assertTrue(limits.get("memory").toString().matches("\\d+Gi"), limits.toString());
    }

    private static String find(String regex, Path file) throws IOException {
        return Pattern.compile(regex)
                .matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    /** Of the Gradle project: its artifacts are those of the Maven project, and its files are there. */
    @Test
    void shouldNameArtifactsAndSourcesThatExist() throws IOException {
        final Path build = SAMPLES.resolve("gradle/build.gradle.kts");
        final Path pom = SAMPLES.resolve("maven/pom.xml");
        assertEquals(find("<jshmem.version>(.*?)</jshmem.version>", pom), find("jshmem-bom:([^\"]+)\"", build));
        final Set<String> ofGradle = artifacts("\"org.jshmem:([\\w-]+)", build);
        assertEquals(artifacts("<groupId>org.jshmem</groupId>\\s*<artifactId>([\\w-]+)", pom), ofGradle);
        final Path sources = build.resolveSibling(find("main \\{ java.setSrcDirs\\(listOf\\(\"(.*?)\"", build));
        assertTrue(Files.exists(build.resolveSibling(find("test \\{ java.setSrcDirs\\(listOf\\(\"(.*?)\"", build))));
        assertTrue(Files.exists(
                sources.resolve(find("mainClass = \"(.*?)\"", build).replace('.', '/') + ".java")));
        assertEquals(
                find("<maven.compiler.release>(\\d+)<", pom),
                find("languageVersion = JavaLanguageVersion.of\\((\\d+)", build));
    }

    private static Set<String> artifacts(String regex, Path file) throws IOException {
        return Pattern.compile(regex)
                .matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
