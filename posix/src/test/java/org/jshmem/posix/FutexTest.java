package org.jshmem.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FutexTest {
    private static final int ETIMEDOUT = 110;
    private static final int SLEEPERS = 3;

    private static MemorySegment time(Arena arena, long seconds, long ns) {
        final MemorySegment time = arena.allocate(2 * Long.BYTES, Long.BYTES);
        time.set(ValueLayout.JAVA_LONG, 0, seconds);
        time.set(ValueLayout.JAVA_LONG, Long.BYTES, ns);
        return time;
    }

    @Test
    void shouldSleepOnlyAtItsValueAndForItsTime() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment word = arena.allocate(Integer.BYTES, Integer.BYTES);
            word.set(ValueLayout.JAVA_INT, 0, 5);
            final long minute = time(arena, 60, 0).address();
            assertEquals(-Libc.EAGAIN, Futex.sleep(word.address(), 4, minute));
            assertEquals(
                    -ETIMEDOUT,
                    Futex.sleep(word.address(), 5, time(arena, 0, 1000).address()));
            assertEquals(0, Futex.wake(word.address(), 1), "nobody sleeps");
        }
    }

    /** As many as are to be woken, and the others later. */
    @Test
    void shouldWakeSoMany() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            final long word = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            final long minute = time(arena, 60, 0).address();
            final List<CompletableFuture<Long>> sleepers = new ArrayList<>();
            for (int i = 0; i < SLEEPERS; i++) {
                sleepers.add(CompletableFuture.supplyAsync(
                        () -> Futex.sleep(word, 0, minute), run -> new Thread(run).start()));
            }
            int woken = 0;
            while (woken < SLEEPERS) {
                final long now = Futex.wake(word, 1);
                assertEquals(now, Math.min(now, 1), "more than are to be woken");
                woken += (int) now;
                Thread.onSpinWait();
            }
            for (CompletableFuture<Long> sleeper : sleepers) {
                assertEquals(0, sleeper.get(20, TimeUnit.SECONDS));
            }
        }
    }
}
