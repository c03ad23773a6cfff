package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class LoopGuardTest {
    private static final long NUMBER = 7;

    /** What is woven. */
    public static final class Loops implements Runnable {
        @Override
        public void run() {
            long sum = 0;
            while (sum >= 0) {
                sum = sum == 1 ? 0 : 1;
            }
        }
    }

    private static Runnable woven() throws IOException, ReflectiveOperationException {
        try (InputStream bytes = Loops.class.getResourceAsStream("LoopGuardTest$Loops.class")) {
            return (Runnable) MethodHandles.lookup()
                    .defineHiddenClass(LoopGuard.weave(bytes.readAllBytes()), true)
                    .lookupClass()
                    .getConstructor()
                    .newInstance();
        }
    }

    @Test
    void shouldEndALoop() throws Exception {
        final Runnable loops = woven();
        Interruption.begin(NUMBER);
        final Thread other = Thread.ofPlatform().start(() -> Interruption.request(NUMBER));
        assertThrows(InterruptedSnippet.class, loops::run);
        assertTrue(Interruption.end()); // also waits for the request, which may not yet have interrupted this thread
        other.join();
        assertFalse(Thread.currentThread().isInterrupted());
    }

    /** Ctrl-C comes before the thread has taken the snippet up. */
    @Test
    void shouldInterruptASnippetThatWillBegin() {
        Interruption.request(NUMBER + 2);
        Interruption.begin(NUMBER + 2);
        assertTrue(Thread.currentThread().isInterrupted(), "a sleep ends, too");
        assertThrows(InterruptedSnippet.class, Interruption::check);
        assertTrue(Interruption.end());
        Interruption.begin(NUMBER + 3);
        Interruption.check();
        assertFalse(Interruption.end());
    }

    /** Ctrl-C comes late. */
    @Test
    void shouldNotInterruptTheNextSnippet() {
        Interruption.begin(NUMBER);
        Interruption.end();
        Interruption.begin(NUMBER + 1);
        Interruption.request(NUMBER);
        Interruption.check();
        assertFalse(Interruption.end());
    }

    @Test
    void shouldLeaveWhatCannotBeWoven() {
        final byte[] bytes = {1, 2, 3};
        assertEquals(bytes, LoopGuard.weave(bytes));
    }
}
