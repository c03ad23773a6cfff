package org.jshmem.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the site: a page of every document of the {@link Contents}, of the samples, and of every other file or
 * directory of the project that one of them links to; and the Javadoc, as far as it was made. A link that leads nowhere
 * fails.
 */
public final class MakeSite {
    private final Path root;
    private final Path site;
    private final Javadoc javadoc;
    private final Template template;
    private final Deque<Path> open = new ArrayDeque<>();
    private final Set<Path> found = new HashSet<>();

    private MakeSite(Path root, Path site, String version) throws IOException {
        this.root = root.toRealPath();
        this.site = site;
        javadoc = new Javadoc(this.root);
        template = new Template(version, javadoc.modules());
    }

    /**
     * Makes the site.
     *
     * @param args the project's directory, the directory of the site, which is emptied first, and the project's
     *     version; with one more, the Javadoc has to be there
     * @throws IOException when a file cannot be read or written, or a link leads nowhere
     */
    public static void main(String[] args) throws IOException {
        final MakeSite make = new MakeSite(Path.of(args[0]), Path.of(args[1]), args[2]);
        if (args.length > 3) {
            make.javadoc.requireAll();
        }
        empty(make.site);
        make.pages();
        make.javadoc.copyTo(make.site);
    }

    private static void empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file :
                        files.sorted((one, other) -> other.compareTo(one)).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(directory);
    }

    private void pages() throws IOException {
        Contents.check(root);
        Contents.documents().forEach(this::find);
        while (!open.isEmpty()) {
            make(open.remove());
        }
        for (String file : new String[] {"site.css", "site.js"}) {
            Files.writeString(site.resolve(file), Template.resource(file));
        }
        Mermaid.copyTo(site);
        Files.writeString(site.resolve("headings.js"), template.headings());
    }

    /** A file or directory that a page shows or links to, relative to the project; its page is made sooner or later. */
    private void find(Path source) {
        if (found.add(source)) {
            open.add(source);
        }
    }

    private void make(Path source) throws IOException {
        final Path file = root.resolve(source);
        if (source.toString().endsWith(".md")) {
            final Document document = new Document(source, Files.readString(file), link -> page(source, link), javadoc);
            write(source, template.document(Pages.of(source, false), document));
        } else if (Files.isDirectory(file)) {
            final List<Path> files = filesOf(file);
            files.forEach(this::find);
            write(source, template.directory(source, files));
        } else {
            final Path copy = site.resolve(source.startsWith("docs") ? source.getFileName() : source);
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
            if (!source.startsWith("docs")) {
                write(source, template.source(source, Files.readString(file)));
            }
        }
    }

    private void write(Path source, String page) throws IOException {
        final Path target = site.resolve(Pages.of(source, Files.isDirectory(root.resolve(source))));
        Files.createDirectories(target.getParent());
        Files.writeString(target, page);
    }

    private List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    /** Where a document's link leads on the site, as a link of its page. */
    private String page(Path document, String link) {
        if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
            return link;
        }
        final int hash = link.indexOf('#');
        final String anchor = hash < 0 ? "" : link.substring(hash);
        final Path named = document.resolveSibling(hash < 0 ? link : link.substring(0, hash))
                .normalize();
        final Path target = Files.exists(root.resolve(named).resolve("README.md")) ? named.resolve("README.md") : named;
        if (!Files.exists(root.resolve(target))) {
            throw new IllegalArgumentException("there is no file " + target + ", to which " + document + " links");
        }
        find(target);
        return Pages.link(Pages.of(document, false), Pages.of(target, Files.isDirectory(root.resolve(target))))
                + anchor;
    }
}
