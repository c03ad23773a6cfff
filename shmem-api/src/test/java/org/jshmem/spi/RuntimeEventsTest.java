package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RuntimeEventsTest {
    private static final class Listener implements RuntimeListener {
        private final List<String> heard = new ArrayList<>();
        private volatile CountDownLatch mayGoOn = new CountDownLatch(0);
        private volatile Thread teller;

        @Override
        public void problem(String text) {
            heard.add("problem " + text);
        }

        @Override
        public void failing(String why) {
            teller = Thread.currentThread();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            heard.add("failing " + why);
        }

        @Override
        public void sharedHeapGrew(long bytes, long durationNs) {
            heard.add("grew by " + bytes + " in " + durationNs);
        }
    }

    /** Of a failure in a thread of its own, which is waited for. */
    @Test
    void shouldTellAllListeners() throws Exception {
        shouldHaveFiguresOnlyIfSomebodyListens();
        final Listener one = new Listener();
        final Listener other = new Listener();
        RuntimeEvents.ALL.listen(one);
        RuntimeEvents.ALL.listen(other);
        RuntimeEvents.ALL.problem("slow");
        RuntimeEvents.ALL.failing("broken");
        RuntimeEvents.ALL.sharedHeapGrew(4096, 17);
        for (Listener listener : List.of(one, other)) {
            assertEquals(List.of("problem slow", "failing broken", "grew by 4096 in 17"), listener.heard);
            assertNotSame(Thread.currentThread(), listener.teller);
            assertTrue(listener.teller.isDaemon());
        }
        shouldKeepTheInterruptionOfWhoTells(one);
    }

    private static void shouldKeepTheInterruptionOfWhoTells(Listener listener) throws InterruptedException {
        listener.mayGoOn = new CountDownLatch(1);
        listener.teller = null;
        Thread.currentThread().interrupt();
        RuntimeEvents.ALL.failing("again");
        assertTrue(Thread.interrupted());
        while (listener.teller == null) {
            Thread.onSpinWait();
        }
        listener.mayGoOn.countDown();
        listener.teller.join();
        assertEquals("failing again", listener.heard.getLast());
    }

    private static void shouldHaveFiguresOnlyIfSomebodyListens() {
        assertNull(RuntimeEvents.ALL.flowMade("long", "Main.java:1"));
        final List<FlowFigures> heard = new ArrayList<>();
        RuntimeEvents.ALL.listen(new RuntimeListener() {
            @Override
            public void flowMade(FlowFigures figures) {
                heard.add(figures);
            }

            @Override
            public void flowEnded(FlowFigures figures) {
                heard.remove(figures);
            }
        });
        final FlowFigures figures = RuntimeEvents.ALL.flowMade("long", "Main.java:2");
        assertSame(figures, heard.getFirst());
        assertEquals("Main.java:2", figures.origin());
        RuntimeEvents.ALL.flowEnded(figures);
        assertEquals(List.of(), heard);
    }
}
