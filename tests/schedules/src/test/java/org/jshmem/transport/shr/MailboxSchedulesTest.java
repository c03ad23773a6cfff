package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.schedules.Schedules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomic operations that their owners execute: an answer comes after the operation, and nobody sleeps for ever. */
class MailboxSchedulesTest {
    private static final long HEAP_BYTES = 4096;
    private static final long COUNTER = 64;
    private static final long OWN = 128;
    private static final int ROUNDS = 2;
    private static final int LOOKS = 2;

    private final Arena arena = Arena.ofAuto();
    private int left;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldAnswerWhatIsDone(int pes) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final long heaps = arena.allocate(HEAP_BYTES * pes, 4096).address();
        Schedules.explore(2 * pes, () -> {
            Memory.clear(control, layout.controlEnd());
            Memory.clear(heaps, HEAP_BYTES * pes);
            left = pes;
            final WaitPoints waitPoints = new WaitPoints(control, layout);
            final Set<Long> values = new HashSet<>();
            final List<MailboxThread> owners = new ArrayList<>();
            for (int pe = 0; pe < pes; pe++) {
                owners.add(new MailboxThread(null, control, layout, pe, heaps + HEAP_BYTES * pe, waitPoints, LOOKS));
            }
            final List<Schedules.Body> tasks = new ArrayList<>();
            for (int i = 0; i < pes; i++) {
                final int pe = i;
                final Mailboxes mailboxes = new Mailboxes(
                        control,
                        layout,
                        pe,
                        new WaitStrategy(waitPoints, waitPoints.of(pe), new WaitPolicy(1, null, null, null)),
                        owner -> owner);
                tasks.add(() -> {
                    call(mailboxes, pe, pes, heaps, values);
                    if (--left == 0) {
                        assertEquals((long) pes * ROUNDS, Memory.get64(heaps + COUNTER));
                        owners.forEach(MailboxThread::end);
                    }
                });
            }
            owners.forEach(owner -> tasks.add(owner::run));
            return tasks;
        });
    }

    /** Counts with all others on PE 0's word, and on a word of its own at each other PE. */
    private static void call(Mailboxes mailboxes, int pe, int pes, long heaps, Set<Long> values) {
        final long own = OWN + 8L * pe;
        for (int round = 0; round < ROUNDS; round++) {
            for (int owner = 0; owner < pes; owner++) {
                if (owner != pe) {
                    assertEquals(round, mailboxes.execute(owner, Atomic.ADD, Long.BYTES, own, 1, 0));
                    assertEquals(round + 1, Memory.get64(heaps + HEAP_BYTES * owner + own), "answered, but not done");
                }
            }
            final long value = pe == 0
                    ? Atomic.ADD.execute(Long.BYTES, heaps + COUNTER, 1, 0)
                    : mailboxes.execute(0, Atomic.ADD, Long.BYTES, COUNTER, 1, 0);
            assertTrue(values.add(value), () -> "twice the value " + value);
        }
    }
}
