package org.jshmem.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Javadoc of what programs and tests use, as far as the build has made it. */
final class Javadoc {
    private static final Path DIRECTORY = Path.of("javadoc");
    private static final Path ROUTINES = Path.of("docs/routines.md");
    /** Titles of modules, and where their Javadoc is. */
    private static final Map<String, String> MODULES = new LinkedHashMap<>();

    static {
        MODULES.put("Library", "shmem-api");
        MODULES.put("JUnit", "tools/junit");
        MODULES.put("Launcher", "tools/launcher");
    }

    /** Entries of Javadoc's index for searches: package, class, label, and the anchor where it is not the label. */
    private static final Pattern MEMBER = Pattern.compile(
            "\\{\"p\":\"org\\.jshmem\",\"c\":\"Shmem\",\"l\":\"([A-Za-z0-9]+)(\\([^\"]*)\"(?:,\"u\":\"([^\"]*)\")?");

    private static final Pattern TYPE = Pattern.compile("\\{\"p\":\"([a-z.]+)\",\"l\":\"([A-Za-z0-9.]+)\"");

    private final Path root;
    private final Map<String, Path> modules = new LinkedHashMap<>();
    private final Map<String, Path> types = new HashMap<>();
    private final Map<String, Path> routines = new HashMap<>();

    Javadoc(Path root) throws IOException {
        this.root = root;
        for (Map.Entry<String, String> module : MODULES.entrySet()) {
            final Path made = made(module.getValue());
            if (Files.exists(made.resolve("index.html"))) {
                final Path pages = DIRECTORY.resolve(Path.of(module.getValue()).getFileName());
                modules.put(module.getKey(), pages.resolve("index.html"));
                index(made, pages);
            }
        }
    }

    /** Throws if that of a module is missing. */
    void requireAll() {
        for (Map.Entry<String, String> module : MODULES.entrySet()) {
            if (!modules.containsKey(module.getKey())) {
                throw new IllegalStateException("there is no Javadoc in " + made(module.getValue())
                        + "; the site has no links to it without, so make it first (mvn package without -Dquick)");
            }
        }
    }

    private Path made(String module) {
        return root.resolve(module).resolve("target/apidocs");
    }

    private void index(Path made, Path pages) throws IOException {
        final String module = Files.readString(made.resolve("element-list"))
                .lines()
                .findFirst()
                .orElseThrow();
        final Path top = pages.resolve(module.substring("module:".length()));
        for (MatchResult type : entries(TYPE, made.resolve("type-search-index.js"))) {
            if (!type.group(1).endsWith(".spi")) {
                types.putIfAbsent(
                        type.group(2),
                        top.resolve(type.group(1).replace('.', '/')).resolve(type.group(2) + ".html"));
            }
        }
        for (MatchResult member : entries(MEMBER, made.resolve("member-search-index.js"))) {
            final String anchor = member.group(3) == null ? member.group(1) + member.group(2) : member.group(3);
            routines.putIfAbsent(
                    member.group(1), types.get("Shmem").resolveSibling("Shmem.html#" + anchor.replace(" ", "%20")));
        }
    }

    private static Iterable<MatchResult> entries(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file)).results().toList();
    }

    /** The first pages of all modules, by title. */
    Map<String, Path> modules() {
        return modules;
    }

    /** The page of what a piece of code names: a class, and in the overview of routines a routine. */
    Optional<Path> page(Path document, String code) {
        final Path type = types.get(code);
        return Optional.ofNullable(type == null && document.equals(ROUTINES) ? routines.get(code) : type);
    }

    void copyTo(Path site) throws IOException {
        for (String title : modules.keySet()) {
            final String module = MODULES.get(title);
            final Path target = site.resolve(DIRECTORY).resolve(Path.of(module).getFileName());
            try (Stream<Path> files = Files.walk(made(module))) {
                for (Path file : files.toList()) {
                    final Path copy =
                            target.resolve(made(module).relativize(file).toString());
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(copy);
                    } else {
                        Files.copy(file, copy);
                    }
                }
            }
        }
    }
}
