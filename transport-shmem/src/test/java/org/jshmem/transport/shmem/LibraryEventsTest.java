package org.jshmem.transport.shmem;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LibraryEventsTest {
    /** A selector waits by epoll, too. */
    @Test
    void shouldTellOfWhatOthersWaitForByEpoll() throws Exception {
        final Pipe pipe = Pipe.open();
        try (var source = pipe.source();
                var sink = pipe.sink();
                Selector selector = Selector.open()) {
            source.configureBlocking(false).register(selector, SelectionKey.OP_READ);
            selector.selectNow();
            final LibraryEvents events = LibraryEvents.find();
            assertFalse(events.await(0));
            sink.write(ByteBuffer.allocate(1));
            assertTrue(events.await(10_000));
            source.read(ByteBuffer.allocate(1));
            assertFalse(events.await(1));
        }
    }
}
