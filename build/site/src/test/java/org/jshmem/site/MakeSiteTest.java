package org.jshmem.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MakeSiteTest {
    private static final Path ROOT = Path.of(System.getProperty("root"));

    @TempDir
    private Path directory;

    private Path site(Path root) throws IOException {
        final Path site = directory.resolve("site");
        MakeSite.main(new String[] {root.toString(), site.toString(), "1.2.3"});
        return site;
    }

    /** A project with all documents that there are to be, all empty but one. */
    private Path project(String document, String text) throws IOException {
        final Path root = directory.resolve("project");
        for (Path source : Contents.documents().toList()) {
            Files.createDirectories(root.resolve(source).getParent());
            Files.writeString(root.resolve(source), "# " + source + "\n");
        }
        Files.writeString(root.resolve(document), text);
        return root;
    }

    private Document page(Path site, String name) throws IOException {
        return Jsoup.parse(site.resolve(name));
    }

    @Test
    void shouldLeadSomewhereByAllLinks() throws Exception {
        final Links links = new Links(site(ROOT));
        assertEquals(List.of(), links.broken());
        assertTrue(links.count() > 500, "too few links to be all: " + links.count());
    }

    @Test
    void shouldHaveAPageOfEachDocumentInTheContentsOfEach() throws Exception {
        final Path site = site(ROOT);
        for (Path source : Contents.documents().toList()) {
            final Document page = page(site, Pages.of(source, false).toString());
            assertEquals(
                    Contents.documents().count(),
                    page.select("nav > ul > li > a").stream()
                            .filter(link -> !link.attr("href").contains("javadoc"))
                            .count());
            assertEquals(1, page.select("nav a[aria-current]").size(), source.toString());
            assertEquals(1, page.select("h1").size(), source.toString());
        }
    }

    @Test
    void shouldFindALinkThatLeadsNowhere() throws Exception {
        final Path site = site(project(
                "docs/faq.md", "# Q\n\n[a](#no) [b](tutorial.md#no) [c](tutorial.md)\n\n## Yes\n\n[d](#yes)\n"));
        assertEquals(List.of("faq.html links to #no", "faq.html links to tutorial.html#no"), new Links(site).broken());
    }

    @Test
    void shouldCallDocumentsByTheirTitles() throws Exception {
        final Path site =
                site(project("docs/faq.md", "# Q\n\n[security.md](security.md#docssecuritymd) [x](security.md)\n"));
        assertEquals("Security x", page(site, "faq.html").select("main p").text());
    }

    @Test
    void shouldRefuseALinkToNoFile() throws Exception {
        final Path root = project("docs/faq.md", "# Q\n\n[a](no.md)\n");
        final var e = assertThrows(IllegalArgumentException.class, () -> site(root));
        assertEquals("there is no file docs/no.md, to which docs/faq.md links", e.getMessage());
    }

    @Test
    void shouldRefuseADocumentThatIsNotInTheContents() throws Exception {
        final Path root = project("docs/faq.md", "# Q\n");
        Files.writeString(root.resolve("docs/new.md"), "# New\n");
        final var e = assertThrows(IllegalArgumentException.class, () -> site(root));
        assertEquals("docs/new.md is in no section of the site; add it to Contents", e.getMessage());
    }

    @Test
    void shouldShowTheSourcesThatDocumentsLinkTo() throws Exception {
        final Path root = project("docs/faq.md", "# Q\n\n[a](../samples/one/A.java) [b](../samples/one)\n");
        Files.createDirectories(root.resolve("samples/one"));
        Files.writeString(root.resolve("samples/one/A.java"), "if (a < b && c) {}\n");
        Files.writeString(root.resolve("samples/one/B.java"), "B\n");
        final Path site = site(root);
        assertEquals(
                "if (a < b && c) {}\n",
                page(site, "samples/one/A.java.html").select("pre").text() + "\n");
        assertEquals("if (a < b && c) {}\n", Files.readString(site.resolve("samples/one/A.java")));
        assertEquals(
                "A.java B.java",
                page(site, "samples/one/index.html").select("main li").stream()
                        .map(item -> item.text())
                        .collect(Collectors.joining(" ")));
        assertEquals(List.of(), new Links(site).broken());
    }

    @Test
    void shouldLinkClassesAndRoutinesToTheirJavadoc() throws Exception {
        final Path root = project("docs/routines.md", "# R\n\n`put` `Cmp` `nothing` `hidden`\n");
        final Path api = Files.createDirectories(root.resolve("shmem-api/target/apidocs"));
        Files.writeString(api.resolve("index.html"), "");
        Files.writeString(api.resolve("element-list"), "module:m\norg.jshmem\n");
        Files.writeString(
                api.resolve("type-search-index.js"),
                "x = [{\"p\":\"org.jshmem\",\"l\":\"Cmp\",\"k\":\"9\"},{\"p\":\"org.jshmem\",\"l\":\"Shmem\"}]");
        Files.writeString(
                api.resolve("member-search-index.js"),
                "x = [{\"p\":\"org.jshmem\",\"c\":\"Shmem\",\"l\":\"put(SymmetricInts,"
                        + " int[])\",\"u\":\"put(a,int[])\"},"
                        + "{\"p\":\"org.jshmem.spi\",\"c\":\"Other\",\"l\":\"hidden()\"}]");
        assertEquals(
                List.of(
                        "javadoc/shmem-api/m/org/jshmem/Shmem.html#put(a,int[])",
                        "javadoc/shmem-api/m/org/jshmem/Cmp.html"),
                page(site(root), "routines.html").select("main a").eachAttr("href"));
    }
}
