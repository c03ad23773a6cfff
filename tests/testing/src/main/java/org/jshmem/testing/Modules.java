package org.jshmem.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The modules of the project: the folders that the {@code pom.xml} at its root names. */
public final class Modules {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    private Modules() {}

    /**
     * The folders of all modules.
     *
     * @param root the root of the project, which is none of them
     * @return in the order of the root's {@code pom.xml}
     * @throws IOException if that cannot be read
     */
    public static List<Path> of(Path root) throws IOException {
        return MODULE.matcher(Files.readString(root.resolve("pom.xml")))
                .results()
                .map(module -> root.resolve(module.group(1)))
                .toList();
    }
}
