package org.jshmem.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The modules of the project: folders with a {@code pom.xml}, at its root or in a folder that groups some. */
public final class Modules {
    private static final int DEPTH = 2;

    private Modules() {}

    /**
     * The folders of all modules.
     *
     * @param root the root of the project, which is none of them
     * @return in no order
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> of(Path root) throws IOException {
        try (Stream<Path> folders = Files.walk(root, DEPTH)) {
            return folders.filter(folder -> !folder.equals(root) && Files.exists(folder.resolve("pom.xml")))
                    .toList();
        }
    }
}
