package org.jshmem.trace;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a timeline as one HTML file that a browser shows without a network.
 *
 * <p>The template {@code timeline.html} has marks, such as {@code @TITLE@}, which this class replaces in their order.
 * The timeline is embedded as {@link TimelineEncoder} writes it, deflated and in Base64. The title and the report are
 * the only texts of the program outside of this data, and they are escaped. The page's security policy permits only the
 * page's own script and style, by their hashes.
 */
final class TimelinePage {
    /** As many as a browser shows without delay. */
    private static final int MOST_SLICES = 2_000_000;

    private static final int MOST_ARROWS = 1_000_000;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final String MARKS = "@(?:SCRIPT_HASH|STYLE_HASH|TITLE|REPORT|DATA)@";

    private TimelinePage() {}

    /**
     * Writes the page. If there are more than two million slices, the page omits the shortest and says how many.
     *
     * @param timeline what the page shows
     * @param report the report in words, as plain text
     * @param file where the page is written; an existing file is replaced
     * @throws IOException if the file cannot be written
     */
    static void write(Timeline timeline, String report, Path file) throws IOException {
        write(timeline, report, file, MOST_SLICES, MOST_ARROWS);
    }

    static void write(Timeline timeline, String report, Path file, int mostSlices, int mostArrows) throws IOException {
        final String template = template();
        final String[] parts = template.split(MARKS);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
            text(out, parts[0], hash(template, "script"));
            text(out, parts[1], hash(template, "style"));
            text(out, parts[2], escaped(timeline.program()));
            text(out, parts[3], escaped(report));
            text(out, parts[4]);
            try (OutputStream data = deflated(out)) {
                TimelineEncoder.write(timeline, mostSlices, mostArrows, data);
            }
            text(out, parts[5]);
        }
    }

    private static String template() throws IOException {
        try (InputStream in = TimelinePage.class.getResourceAsStream("timeline.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void text(OutputStream out, String... texts) throws IOException {
        for (final String text : texts) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static OutputStream deflated(OutputStream out) {
        final OutputStream base64 = Base64.getEncoder().wrap(new Unclosed(out));
        return new BufferedOutputStream(new DeflaterOutputStream(base64), BUFFER_BYTES);
    }

    /** The hash of an element's content for the security policy. The content contains no mark. */
    private static String hash(String template, String element) {
        final String start = "<" + element + ">";
        final int begin = template.indexOf(start) + start.length();
        final String content = template.substring(begin, template.indexOf("</" + element + ">", begin));
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return Base64.getEncoder().encodeToString(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** The file's stream, which stays open after the embedded data ends. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream file) {
            super(file);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
