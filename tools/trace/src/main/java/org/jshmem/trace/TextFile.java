package org.jshmem.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Text files that processes have written, which may have been killed meanwhile. */
final class TextFile {
    private TextFile() {}

    /** Reads line by line; an incomplete last line is left out. */
    static void read(Path file, Consumer<String> taker) throws IOException {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            final StringBuilder line = new StringBuilder();
            for (int letter = in.read(); letter >= 0; letter = in.read()) {
                if (letter == '\n') {
                    taker.accept(line.toString());
                    line.setLength(0);
                } else {
                    line.append((char) letter);
                }
            }
        }
    }
}
