package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the shell gets of what a PE prints. */
@Timeout(60)
class PeOutputTest {
    /** More is sent without an end of the line. */
    private static final int MOST_HELD = 8192;

    @TempDir
    private Path directory;

    private WirePair pair;
    private Wire pe;
    private Wire shell;
    private PeOutput output;

    @BeforeEach
    void connect() throws IOException {
        pair = WirePair.in(directory);
        pe = pair.one();
        shell = pair.other();
        output = new PeOutput(pe);
    }

    @AfterEach
    void close() throws IOException {
        pair.close();
    }

    private void write(String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        output.write(bytes, 0, bytes.length);
    }

    private String heard() throws IOException {
        return ((Answer.Printed) shell.receive(Answer.class)).text();
    }

    @Test
    void shouldSendWholeLines() throws IOException {
        write("first ");
        write("");
        write("line\nsecond\n");
        for (char letter : "third\n".toCharArray()) {
            output.write(letter);
        }
        output.write("-fourth\n-".getBytes(StandardCharsets.UTF_8), 1, 7);
        assertEquals("first line\nsecond\n", heard());
        assertEquals("third\n", heard());
        assertEquals("fourth\n", heard());
    }

    @Test
    void shouldSendTheRestAtAFlush() throws IOException {
        write("a question? ");
        output.flush();
        output.flush(); // nothing
        write("answer");
        output.flush();
        assertEquals("a question? ", heard());
        assertEquals("answer", heard());
    }

    /** All but the last character, which may be the first byte of one. */
    @Test
    void shouldSendLongOutputWithoutAnEndOfTheLine() throws IOException {
        final String some = "x".repeat(MOST_HELD);
        write(some);
        write("yz");
        write("\n");
        assertEquals(some + "y", heard());
        assertEquals("z\n", heard());
    }

    /** Characters of two, three and four bytes, in pieces that end at any byte. */
    @Test
    void shouldKeepCharactersWhole() throws IOException {
        for (String character : new String[] {"é", "€", "😀"}) {
            final String text = character.repeat(MOST_HELD) + "\n";
            final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (int piece = MOST_HELD + 1; piece <= MOST_HELD + 4; piece++) {
                final Thread writer = Thread.ofPlatform().start(write(bytes, piece));
                final StringBuilder all = new StringBuilder();
                while (all.length() < text.length()) {
                    final String heard = heard();
                    assertTrue(heard.indexOf('\ufffd') < 0, "no broken character");
                    all.append(heard);
                }
                assertEquals(text, all.toString());
                join(writer);
            }
        }
    }

    private Runnable write(byte[] bytes, int piece) {
        return () -> {
            for (int i = 0; i < bytes.length; i += piece) {
                output.write(bytes, i, Math.min(piece, bytes.length - i));
            }
        };
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldSayThatTheShellHasEnded() throws IOException {
        shell.close();
        pe.close();
        final UncheckedIOException ended = assertThrows(UncheckedIOException.class, () -> write("lost\n"));
        assertEquals("the shell has ended", ended.getMessage());
    }
}
