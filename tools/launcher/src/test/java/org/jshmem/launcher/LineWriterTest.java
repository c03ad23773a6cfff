package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class LineWriterTest {
    private static final Object ONE = "one";
    private static final Object OTHER = "other";
    private static final String NO_TAG = "";

    private final ReentrantLock lock = new ReentrantLock();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, lock, event -> {});

    @Test
    void shouldPassPiecesOfALineAsTheyAre() {
        write(ONE, NO_TAG, "ab");
        write(ONE, NO_TAG, "cd\ne");
        write(ONE, NO_TAG, "f");
        assertEquals("abcd\nef", text());
    }

    @Test
    void shouldEndALineBeforeThatOfAnother() {
        write(ONE, NO_TAG, "ab");
        write(OTHER, NO_TAG, "x\n");
        write(ONE, NO_TAG, "cd\n");
        write(OTHER, NO_TAG, "y\n");
        assertEquals("ab\nx\ncd\ny\n", text());
    }

    @Test
    void shouldTagEachLineOnce() {
        write(ONE, "1:", "ab");
        write(ONE, "1:", "cd\nef\n");
        write(ONE, "1:", "gh");
        write(OTHER, "2:", "x\n");
        write(ONE, "1:", "i\n");
        assertEquals("1:abcd\n1:ef\n1:gh\n2:x\n1:i\n", text());
    }

    @Test
    void shouldEndOnlyALineThatIsOpen() {
        write(ONE, NO_TAG, "ab");
        writer.endLine(OTHER);
        write(ONE, NO_TAG, "cd");
        writer.endLine(ONE);
        writer.endLine(ONE);
        assertEquals("abcd\n", text());
    }

    /** The output of others goes on; that of this job ends, for one reason. */
    @Test
    void shouldTellOnceThatItCannotWrite() {
        final List<JobEvent> events = new ArrayList<>();
        final int[] writes = {0};
        final OutputStream full = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                writes[0]++;
                throw new IOException("no space");
            }
        };
        final LineWriter failing = new LineWriter(StandardStream.ERROR, full, lock, events::add);
        failing.endLine(ONE);
        assertEquals(List.of(), events);
        for (int i = 0; i < 3; i++) {
            failing.write(ONE, new byte[0], new byte[] {'a'}, 1);
            failing.endLine(ONE);
        }
        assertEquals(1, events.size());
        assertEquals(1, writes[0]);
        assertFalse(lock.isLocked(), "the lock is kept");
    }

    private void write(Object who, String tag, String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        writer.write(who, tag.getBytes(StandardCharsets.US_ASCII), bytes, bytes.length);
    }

    private String text() {
        assertFalse(lock.isLocked(), "the lock is kept");
        return out.toString(StandardCharsets.US_ASCII);
    }
}
