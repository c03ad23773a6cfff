package org.jshmem.site;

import java.nio.file.Path;
import java.util.Locale;

/** Where the page of a file is. All paths are relative: sources to the project, pages to the site. */
final class Pages {
    private Pages() {}

    static Path of(Path source, boolean directory) {
        final String name = source.toString();
        if (name.equals("README.md")) {
            return Path.of("index.html");
        } else if (directory || name.endsWith("/README.md")) {
            return (directory ? source : source.getParent()).resolve("index.html");
        } else if (name.endsWith(".md")) {
            final String page = name.substring(0, name.length() - 2) + "html";
            return Path.of(page.startsWith("docs/") ? page.substring(5) : page.toLowerCase(Locale.ROOT));
        } else if (source.startsWith("docs")) {
            return source.getFileName();
        }
        return Path.of(name + ".html");
    }

    /** The link from one page to another, or to a file. */
    static String link(Path from, Path to) {
        final Path directory = from.getParent();
        return (directory == null ? to : directory.relativize(to)).toString();
    }
}
