package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The messages in the tables of documents are those of the program: every word of them, but for values, is in a string
 * of a source.
 */
@Timeout(60)
class DocumentedMessagesTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final List<String> OF_THE_JVM =
            List.of("UnsupportedClassVersionError", "WARNING: A restricted method", "OutOfMemoryError");
    /** Shorter ones are in any text. */
    private static final int LENGTH = 6;

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"|'([^'\n]{6,})'");
    private static final Pattern VALUE = Pattern.compile("%[-0-9,.]*[a-z]|\\$\\{?\\w+}?|\\\\n|\n");
    /** Words that are no value: a value is one word, or has digits and signs. */
    private static final Pattern WORDS = Pattern.compile("[a-z]+(?: [a-z]+){2,}");

    private static final Set<String> STRINGS = new LinkedHashSet<>();

    @BeforeAll
    static void readSources() throws IOException {
        for (Path file : sources()) {
            STRING.matcher(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""))
                    .results()
                    .map(found -> Optional.ofNullable(found.group(1)).orElse(found.group(2)))
                    .flatMap(VALUE::splitAsStream)
                    .map(text -> text.replace("\\\"", "\""))
                    .filter(text -> text.length() >= LENGTH)
                    .forEach(STRINGS::add);
        }
        assertTrue(STRINGS.size() > 1000, "too few strings to be all: " + STRINGS.size());
    }

    /** Those of the build itself come and go meanwhile. */
    private static List<Path> sources() throws IOException {
        final List<Path> sources = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                final String name = directory.getFileName().toString();
                return name.equals("target") || name.equals(".git")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                final String name = ROOT.relativize(file).toString();
                if (name.equals("bin/shmemrun") || name.endsWith(".java") && name.matches(".*src/(main|master)/.*")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    /** Words of a message that no source has. */
    private static List<String> unknown(String message) {
        final List<String> unknown = new ArrayList<>();
        for (String piece : message.split("…")) {
            final StringBuilder rest = new StringBuilder(piece.strip());
            known(rest.toString()).stream().forEach(i -> rest.setCharAt(i, '_'));
            WORDS.matcher(rest).results().map(MatchResult::group).forEach(unknown::add);
        }
        return unknown;
    }

    /** The places of a text that a string covers; at its ends by a part of one. */
    private static BitSet known(String text) {
        final BitSet known = new BitSet();
        for (String string : STRINGS) {
            for (int i = text.indexOf(string); i >= 0; i = text.indexOf(string, i + 1)) {
                known.set(i, i + string.length());
            }
            for (int n = LENGTH; n <= Math.min(string.length(), text.length()); n++) {
                if (text.startsWith(string.substring(string.length() - n))) {
                    known.set(0, n);
                }
                if (text.endsWith(string.substring(0, n))) {
                    known.set(text.length() - n, text.length());
                }
            }
            if (string.contains(text)) {
                known.set(0, text.length());
            }
        }
        return known;
    }

    private static List<String> messages(String document) throws IOException {
        final Pattern code = Pattern.compile("`([^`]+ [^`]+)`");
        return Files.readAllLines(ROOT.resolve("docs").resolve(document)).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> code.matcher(cell).results())
                .map(found -> found.group(1))
                .filter(message -> OF_THE_JVM.stream().noneMatch(message::startsWith))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"clusters.md", "troubleshooting.md"})
    void shouldBeThoseOfTheProgram(String document) throws IOException {
        final List<String> messages = messages(document);
        assertTrue(messages.size() > 15, "too few messages to be all: " + messages);
        final List<String> stale = messages.stream()
                .filter(message -> !unknown(message).isEmpty())
                .map(message -> message + ": " + unknown(message))
                .toList();
        assertEquals(List.of(), stale);
    }

    @Test
    void shouldFindAMessageThatIsGone() {
        assertEquals(
                List.of("without a flag that"),
                unknown("the JVM of this PE was started without a flag that JSHMEM needs"));
        assertEquals(
                List.of("about how many"),
                unknown("-np=3 is more PEs than can run here (ulimit): it says nothing about how many"));
    }
}
