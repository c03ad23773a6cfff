package org.jshmem.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What all pages have around what is theirs. */
final class Template {
    private static final String PAGE = resource("page.html");

    private final String version;
    private final Map<String, Path> javadoc;
    private final List<String> headings = new ArrayList<>();

    Template(String version, Map<String, Path> javadoc) {
        this.version = version;
        this.javadoc = javadoc;
    }

    static String resource(String name) {
        try (InputStream in = Template.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String document(Path page, Document document) {
        heading(page, document.title(), "", document.introduction());
        for (Document.Part part : document.parts()) {
            heading(
                    page,
                    document.title() + ": " + part.title(),
                    "#" + part.anchor(),
                    part.words().toString());
        }
        return page(page, document.title(), document.parts(), document.html())
                .replace("</body>", (document.hasDiagrams() ? Mermaid.scripts(top(page)) : "") + "</body>");
    }

    String source(Path source, String text) {
        final Path page = Pages.of(source, false);
        return page(
                page,
                source.toString(),
                List.of(),
                "<h1>" + source.getFileName() + "</h1>\n<p><a href=\"" + source.getFileName() + "\" download>" + source
                        + "</a></p>\n<pre><code>" + escaped(text) + "</code></pre>\n");
    }

    String directory(Path source, List<Path> files) {
        final Path page = Pages.of(source, true);
        final StringBuilder list = new StringBuilder("<h1>" + source + "</h1>\n<ul>\n");
        files.forEach(file -> list.append("<li><a href=\"")
                .append(Pages.link(page, Pages.of(file, false)))
                .append("\">")
                .append(source.relativize(file))
                .append("</a></li>\n"));
        return page(page, source.toString(), List.of(), list + "</ul>\n");
    }

    /** All headings of the site and what is below each, for its search. */
    String headings() {
        return "const HEADINGS = [\n" + String.join(",\n", headings) + "\n];\n";
    }

    private void heading(Path page, String heading, String anchor, String words) {
        headings.add("  [" + quoted(heading) + ", " + quoted(page + anchor) + ", "
                + quoted(words.replaceAll("\\s+", " ")) + "]");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private String page(Path page, String title, List<Document.Part> parts, String body) {
        return PAGE.replace("${title}", escaped(title))
                .replace("${top}", top(page))
                .replace("${version}", escaped(version))
                .replace("${contents}", contents(page, parts))
                .replace("${body}", body);
    }

    private static String top(Path page) {
        return "../".repeat(page.getNameCount() - 1);
    }

    private String contents(Path page, List<Document.Part> parts) {
        final StringBuilder text = new StringBuilder();
        for (Contents.Section section : Contents.SECTIONS) {
            text.append("<h2>").append(section.title()).append("</h2>\n<ul>\n");
            for (Contents.Entry entry : section.entries()) {
                final Path target = Pages.of(entry.source(), false);
                final boolean here = target.equals(page);
                item(text, page, target, entry.title(), here);
                if (here && parts.size() > 1) {
                    text.append("<ul>\n");
                    for (Document.Part part : parts) {
                        text.append("<li><a href=\"#").append(part.anchor()).append("\">");
                        text.append(escaped(part.title())).append("</a></li>\n");
                    }
                    text.append("</ul>\n");
                }
                text.append("</li>\n");
            }
            text.append("</ul>\n");
        }
        if (!javadoc.isEmpty()) {
            text.append("<h2>Javadoc</h2>\n<ul>\n");
            javadoc.forEach((title, target) -> {
                item(text, page, target, title, false);
                text.append("</li>\n");
            });
            text.append("</ul>\n");
        }
        return text.toString();
    }

    private static void item(StringBuilder text, Path page, Path target, String title, boolean here) {
        text.append("<li><a href=\"").append(Pages.link(page, target)).append('"');
        text.append(here ? " aria-current=\"page\"" : "")
                .append('>')
                .append(escaped(title))
                .append("</a>");
    }
}
