package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WireTest {
    @TempDir
    private Path directory;

    private WirePair pair;
    private Wire one;
    private Wire other;

    @BeforeEach
    void connect() throws IOException {
        pair = WirePair.in(directory);
        one = pair.one();
        other = pair.other();
    }

    @AfterEach
    void close() throws IOException {
        pair.close();
    }

    @Test
    void shouldKeepTheOrderOfMessages() throws Exception {
        for (int i = 0; i < 100; i++) {
            one.post(new Answer.Printed("posted " + i));
            one.send(new Answer.Printed("sent " + i));
            assertEquals(new Answer.Printed("posted " + i), other.receive(Answer.class));
            assertEquals(new Answer.Printed("sent " + i), other.receive(Answer.class));
        }
    }

    /** An object that has changed since is sent as it is now. */
    @Test
    void shouldSendAnObjectAgain() throws Exception {
        final byte[] bytes = {1, 2};
        final Request.Load load = new Request.Load(List.of(new Request.CompiledClass("C", bytes)));
        one.send(load);
        bytes[0] = 7;
        one.send(load);
        assertArrayEquals(
                new byte[] {1, 2},
                other.receive(Request.Load.class).classes().getFirst().bytes());
        assertArrayEquals(
                new byte[] {7, 2},
                other.receive(Request.Load.class).classes().getFirst().bytes());
    }

    @Test
    void shouldSendThoughTheThreadIsInterrupted() throws Exception {
        Thread.currentThread().interrupt();
        one.send(new Answer.Printed("text"));
        assertTrue(Thread.interrupted(), "it still is");
        assertEquals(new Answer.Printed("text"), other.receive(Answer.class));
        one.send(new Answer.Printed("more"));
        assertEquals(new Answer.Printed("more"), other.receive(Answer.class));
    }

    @Test
    void shouldTakeItsOwnMessagesOnly() throws Exception {
        one.send(new Request.Ask());
        assertTrue(assertThrows(InvalidObjectException.class, () -> other.receive(Answer.class))
                .getMessage()
                .startsWith("the shell and a PE are of different versions of JSHMEM"));
        one.send(URI.create("file:/x"));
        assertThrows(InvalidClassException.class, () -> other.receive(Answer.class));
    }

    @Test
    void shouldTellThatTheOtherEndIsClosed() throws Exception {
        other.close();
        assertThrows(IOException.class, () -> one.receive(Answer.class));
        assertThrows(IOException.class, () -> one.send(new Answer.Printed("text")));
        one.post(new Answer.Printed("text"));
        one.close();
        assertThrows(IOException.class, () -> one.send(new Answer.Printed("text")));
        one.post(new Answer.Printed("text"));
    }
}
