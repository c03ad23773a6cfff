package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.Modules;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a release requires of the POMs. */
@Timeout(120)
class ReleaseTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String PAGE = "-Djshmem.url=https://example.org/jshmem";
    private static final String REPOSITORY = "-Djshmem.scm=https://example.org/jshmem.git";

    @Tag(Draw.DRAWN)
    @Test
    @Tag(QuickFilter.FULL)
    void shouldAskForTheAddresses() throws Exception {
        final String neither = validate(false);
        assertTrue(neither.contains("jshmem.url= is not the address of the project's page; write it into"), neither);
        assertTrue(neither.contains("jshmem.scm= is not the address of the git repository; write it into"), neither);
        final String one = validate(false, PAGE, "-Djshmem.scm=somewhere");
        assertTrue(one.contains("jshmem.scm=somewhere is not the address of the git repository"), one);
    }

    @Tag(Draw.DRAWN)
    @Test
    @Tag(QuickFilter.FULL)
    void shouldTakeNoQuickBuild() throws Exception {
        validate(true, PAGE, REPOSITORY);
        final String text = validate(false, PAGE, REPOSITORY, "-Dquick");
        assertTrue(text.contains("-Dquick makes no jars of sources and Javadoc; leave it out"), text);
    }

    /** Repositories refuse a POM without them; and the bill of materials is to have all that is published. */
    @Test
    void shouldDescribeWhatIsPublished() throws IOException {
        final String materials = Files.readString(ROOT.resolve("release/jshmem-bom/pom.xml"));
        final List<String> published = new ArrayList<>();
        for (Path module : Modules.of(ROOT)) {
            final String pom = Files.readString(module.resolve("pom.xml"));
            if (pom.contains("<maven.deploy.skip>true<")) {
                continue;
            }
            final String artifact = artifact(pom);
            published.add(artifact);
            assertTrue(pom.contains("<name>") && pom.contains("<description>"), artifact);
            assertTrue(materials.contains("<artifactId>" + artifact + "</artifactId>"), artifact);
        }
        assertTrue(published.containsAll(List.of("shmem-api", "launcher", "tck", "jshmem")), published.toString());
        for (Path pom : List.of(ROOT.resolve("pom.xml"), ROOT.resolve("release/jshmem-bom/pom.xml"))) {
            final String text = Files.readString(pom);
            for (String element : List.of("<url>${jshmem.url}</url>", "<scm", "<licenses>", "<developers>")) {
                assertTrue(text.contains(element), pom + " " + element);
            }
        }
    }

    /** Of the module, not of its parent. */
    private static String artifact(String pom) {
        final String own = pom.substring(Math.max(0, pom.indexOf("</parent>")));
        final int start = own.indexOf("<artifactId>") + "<artifactId>".length();
        return own.substring(start, own.indexOf("</artifactId>", start));
    }

    private static String validate(boolean isFine, String... options) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("mvn", "-B", "-pl", ".", "-Prelease", "validate"));
        command.addAll(List.of(options));
        final Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(isFine, process.waitFor() == 0, text);
        return text;
    }
}
