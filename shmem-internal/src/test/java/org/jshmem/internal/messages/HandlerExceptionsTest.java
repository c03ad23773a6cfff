package org.jshmem.internal.messages;

import static org.jshmem.internal.messages.MessageEngineTest.TAG;
import static org.jshmem.internal.messages.MessageEngineTest.content;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of messages, and of calls that wait, when a handler throws. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HandlerExceptionsTest {
    /** The call throws what a handler throws while it waits, and receives nothing. */
    @Test
    void shouldEndAReceiveWhoseHandlersThrow() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            spaces[1].handle(TAG + 1, view -> {
                throw new UnsupportedOperationException("of the handler");
            });
            spaces[0].send(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG + 1, false);
            final byte[] dest = new byte[8];
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> spaces[1].recv(dest, 0, 8, ElementKind.BYTE, 0, TAG, null));
            spaces[0].send(content(8, 1), 0, 8, ElementKind.BYTE, 1, TAG, false);
            final byte[] received = new byte[8];
            assertEquals(8, spaces[1].recv(received, 0, 8, ElementKind.BYTE, 0, TAG, null));
            assertArrayEquals(content(8, 1), received);
            assertArrayEquals(new byte[8], dest);
        }
    }

    /** As a handler in Kotlin or Scala may. */
    @Test
    void shouldGoOnAfterACheckedExceptionOfAHandler() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final int[] handled = new int[1];
            spaces[1].handle(TAG + 1, view -> {
                if (handled[0]++ == 0) {
                    throwUnchecked(new IOException("of the handler"));
                }
            });
            for (int i = 0; i < 2; i++) {
                spaces[0].send(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG + 1, false);
            }
            final byte[] dest = new byte[8];
            assertThrows(IOException.class, () -> spaces[1].recv(dest, 0, 8, ElementKind.BYTE, 0, TAG, null));
            assertTrue(spaces[1].progress());
            assertEquals(2, handled[0]);
            spaces[0].send(content(8, 1), 0, 8, ElementKind.BYTE, 1, TAG, false);
            final byte[] received = new byte[8];
            assertEquals(8, spaces[1].recv(received, 0, 8, ElementKind.BYTE, 0, TAG, null));
            assertArrayEquals(content(8, 1), received);
            assertArrayEquals(new byte[8], dest);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUnchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** As compiled code does, while a send waits for its receiver. */
    @Test
    void shouldEndASendWhoseHandlersThrowOneObjectAgainAndAgain() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final RuntimeException same = new NullPointerException();
            final CountDownLatch threeTimes = new CountDownLatch(3);
            spaces[1].handle(TAG, _ -> {
                threeTimes.countDown();
                throw same;
            });
            for (int i = 0; i < 3; i++) {
                spaces[0].send(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG, false);
            }
            final Throwable[] thrown = new Throwable[1];
            final Thread sender = Thread.ofPlatform()
                    .daemon()
                    .start(() -> thrown[0] = assertThrows(
                            RuntimeException.class,
                            () -> spaces[1].send(new byte[1], 0, 1, ElementKind.BYTE, 0, TAG + 1, true)));
            threeTimes.await();
            spaces[0].recv(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG + 1, null);
            sender.join();
            assertSame(same, thrown[0]);
        }
    }

    /** Where several threads may call, handlers are called before a receive whose message has come already ends. */
    @Test
    void shouldHandOnAMessageThatWasHeldWhenAHandlerThrew() throws Exception {
        try (MessageJob job = new MessageJob(true, 0)) {
            final MessageSpace space = job.open()[0];
            space.handle(TAG + 1, view -> {
                throw new UnsupportedOperationException("of the handler");
            });
            space.send(content(8, 1), 0, 8, ElementKind.BYTE, 0, TAG, false);
            space.send(new byte[1], 0, 1, ElementKind.BYTE, 0, TAG + 1, false);
            job.progress(0);
            assertThrows(UnsupportedOperationException.class, () -> space.visit(0, TAG, view -> {}));
            final byte[] received = new byte[8];
            assertEquals(8, space.recv(received, 0, 8, ElementKind.BYTE, 0, TAG, null));
            assertArrayEquals(content(8, 1), received);
        }
    }
}
