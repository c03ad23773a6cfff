package org.jshmem.tck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A sentence of the specification that implementations have got wrong, of the table {@code sentences.tsv}.
 *
 * @param number from 1
 * @param section where in the specification, by the titles of sections
 * @param text the sentence in a few words
 * @param proof the cases that hold an implementation to it, in back quotes, and what else there is to say
 */
public record Sentence(int number, String section, String text, String proof) {
    private static final String RESOURCE = "sentences.tsv";
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** All, in the order of their numbers. */
    public static List<Sentence> all() {
        return Whole.SENTENCES;
    }

    /** Those that a case holds an implementation to. */
    public static List<Sentence> of(CaseRef reference) {
        return all().stream().filter(sentence -> sentence.isShownBy(reference)).toList();
    }

    /** The cases, by their names without what tells variants apart. */
    public List<String> cases() {
        return QUOTED.matcher(proof).results().map(name -> name.group(1)).toList();
    }

    /** Whether a case holds an implementation to it; one for an element type stands for those of all. */
    public boolean isShownBy(CaseRef reference) {
        final String stem = reference.stem();
        return cases().stream()
                .anyMatch(name -> name.equals(reference.base())
                        || !reference.type().isEmpty()
                                && name.replaceAll(":.*", "").equals(stem));
    }

    /** Read once, when it is first asked for. */
    private static final class Whole {
        static final List<Sentence> SENTENCES = read();
    }

    private static List<Sentence> read() {
        try (InputStream in = Sentence.class.getResourceAsStream(RESOURCE)) {
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .map(cell -> new Sentence(Integer.parseInt(cell[0]), cell[1], cell[2], cell[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
