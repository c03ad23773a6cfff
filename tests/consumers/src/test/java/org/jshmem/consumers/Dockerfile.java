package org.jshmem.consumers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Dockerfile that consists of FROM, COPY and CMD.
 *
 * @param image what it begins with
 * @param copies target by source
 * @param command what a container runs
 */
record Dockerfile(String image, Map<String, String> copies, List<String> command) {
    static Dockerfile read(Path file) throws IOException {
        String image = "";
        final Map<String, String> copies = new LinkedHashMap<>();
        List<String> command = List.of();
        for (String line : Files.readAllLines(file)) {
            final String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "FROM" -> image = words[1];
                case "COPY" -> copies.put(words[1].split(" ", 2)[0], words[1].split(" ", 2)[1]);
                case "CMD" ->
                    command = Arrays.stream(
                                    words[1].replaceAll("[\\[\\]\"]", "").split(", ", -1))
                            .toList();
                case "#" -> {}
                default -> throw new IllegalArgumentException(line);
            }
        }
        return new Dockerfile(image, copies, command);
    }
}
