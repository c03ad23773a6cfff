package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LanesTest {
    private final Lanes<String> lanes = new Lanes<>(List.of("left", "right"));
    private final Set<Integer> done = ConcurrentHashMap.newKeySet();

    @Test
    void shouldDoEachItemOnce() throws Exception {
        final List<Integer> items = IntStream.range(0, 100).boxed().toList();
        lanes.forEach(items, (_, item) -> assertTrue(done.add(item)));
        assertEquals(Set.copyOf(items), done);
    }

    /** Either of them, while the other one is at its first item. */
    @Test
    void shouldBeginNothingAfterAFailure() {
        for (String failing : List.of("left", "right")) {
            done.clear();
            final IOException why = new IOException("why");
            final CountDownLatch isBegun = new CountDownLatch(2);
            final IOException thrown = assertThrows(
                    IOException.class,
                    () -> lanes.forEach(IntStream.range(0, 1000).boxed().toList(), (lane, item) -> {
                        isBegun.countDown();
                        isBegun.await();
                        if (lane.equals(failing)) {
                            throw why;
                        }
                        Thread.sleep(20);
                        done.add(item);
                    }));
            assertSame(why, thrown.getCause());
            assertTrue(done.size() < 100, () -> done.size() + " items after the failure");
        }
    }
}
