package org.jshmem.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The links of a site that lead nowhere on it: files and anchors. */
final class Links {
    private final Path site;
    private final Map<Path, Set<String>> anchors = new HashMap<>();
    private final List<String> broken = new ArrayList<>();
    private int links;

    /** @param site a directory of pages */
    Links(Path site) throws IOException {
        this.site = site;
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(site.resolve("javadoc")))
                    .toList()) {
                check(file);
            }
        }
    }

    /** What leads nowhere, with the page that it is on. */
    List<String> broken() {
        return broken;
    }

    /** How many links there are. */
    int count() {
        return links;
    }

    private void check(Path page) throws IOException {
        for (Element element : Jsoup.parse(page).select("[href], [src]")) {
            final String link = element.hasAttr("href") ? element.attr("href") : element.attr("src");
            if (!link.matches("https?:.*")) {
                links++;
                if (!leadsSomewhere(page, link)) {
                    broken.add(site.relativize(page) + " links to " + link);
                }
            }
        }
    }

    private boolean leadsSomewhere(Path page, String link) throws IOException {
        final int hash = link.indexOf('#');
        final String path = hash < 0 ? link : link.substring(0, hash);
        final Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        return Files.isRegularFile(target)
                && target.startsWith(site)
                && (hash < 0
                        || anchors(target)
                                .contains(URLDecoder.decode(link.substring(hash + 1), StandardCharsets.UTF_8)));
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> ids = anchors.get(page);
        if (ids == null) {
            final Document document = Jsoup.parse(page);
            ids = new TreeSet<>(document.select("[id]").eachAttr("id"));
            anchors.put(page, ids);
        }
        return ids;
    }
}
