package org.jshmem.style;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Compares sources with what the formatter makes of them, or replaces them by it. */
final class Formatting {
    private final Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .formatJavadoc(true)
            .build());
    private final Path root;
    private final boolean rewrite;

    Formatting(final Path root, final boolean rewrite) {
        this.root = root;
        this.rewrite = rewrite;
    }

    /** Returns one line for each source that is not as it should be. */
    List<String> apply(final List<Path> sources) {
        return sources.parallelStream()
                .map(this::fault)
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<String> fault(final Path source) {
        try {
            final String is = Files.readString(source);
            final String wanted = formatter.formatSourceAndFixImports(is);
            if (is.equals(wanted)) {
                return Optional.empty();
            }
            if (rewrite) {
                Files.writeString(source, wanted);
                return Optional.empty();
            }
            return Optional.of(
                    root.relativize(source) + ":" + firstDifference(is, wanted) + ": not formatted; run bin/format");
        } catch (FormatterException e) {
            return Optional.of(root.relativize(source) + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int firstDifference(final String is, final String wanted) {
        final List<String> isLines = is.lines().toList();
        final List<String> wantedLines = wanted.lines().toList();
        int line = 0;
        while (line < isLines.size()
                && line < wantedLines.size()
                && isLines.get(line).equals(wantedLines.get(line))) {
            line++;
        }
        return line + 1;
    }
}
