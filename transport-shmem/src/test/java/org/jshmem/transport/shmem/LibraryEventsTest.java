package org.jshmem.transport.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.jshmem.testing.Descriptors;
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

    /** Of each descriptor that there is. */
    @Test
    void shouldTellOfAnyOfSeveral() throws Exception {
        final Pipe[] pipes = {Pipe.open(), Pipe.open(), Pipe.open()};
        final Selector[] selectors = {Selector.open(), Selector.open(), Selector.open()};
        for (int i = 0; i < pipes.length; i++) {
            pipes[i].source().configureBlocking(false).register(selectors[i], SelectionKey.OP_READ);
            selectors[i].selectNow();
        }
        final LibraryEvents events = LibraryEvents.find();
        for (Pipe pipe : pipes) {
            assertFalse(events.await(0));
            pipe.sink().write(ByteBuffer.allocate(1));
            assertTrue(events.await(10_000));
            pipe.source().read(ByteBuffer.allocate(1));
        }
        for (int i = 0; i < pipes.length; i++) {
            selectors[i].close();
            pipes[i].source().close();
            pipes[i].sink().close();
        }
    }

    /** As the directory of descriptors itself. */
    @Test
    void shouldLeaveNoDescriptor() throws Exception {
        LibraryEvents.find();
        final long before = Descriptors.open("/fd");
        LibraryEvents.find();
        assertEquals(before, Descriptors.open("/fd"));
    }

    @Test
    void shouldExpectNothingOfLaunchersAndHosts() {
        final ShmemProvider provider = new ShmemProvider();
        provider.prepare(null);
        assertEquals(0, provider.digest().length);
        assertEquals(0, provider.switchPoints().length);
    }
}
