package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PE 1 executes atomic operations of several threads of PE 0. */
@Timeout(150)
class MailboxThreadTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 1000;

    /** Where the words lie in the heap of PE 1, of which nothing else is there. */
    private static final long FAR = 5L << 30;

    private static final long COUNTER = FAR + 8;
    private static final long SWAPPED = FAR + 64;

    private final NodeLayout layout = new NodeLayout(2, 1 << 20);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final MemorySegment words = Arena.ofAuto().allocate(4096, 64);
    private final long control = memory.address();
    private final WaitPoints waitPoints = new WaitPoints(control, layout);
    private final Mailboxes mailboxes = new Mailboxes(
            control, layout, 0, new WaitStrategy(waitPoints, waitPoints.of(0), WaitPolicy.endless(true)), pe -> pe);
    private final MailboxThread owner =
            new MailboxThread(null, control, layout, 1, words.address() - FAR, waitPoints, MailboxThread.LOOKS);

    private final AtomicInteger alive = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    @AfterEach
    void end() {
        owner.end();
    }

    private long execute(Atomic operation, int bytes, long offset, long operand, long expected) {
        return mailboxes.execute(1, operation, bytes, offset, operand, expected);
    }

    /** The counter gives each number once, the swapped word each value back once, whoever asks at the same time. */
    @Test
    void shouldExecuteEachOperationOnceAndAnswerTheThreadThatAsked() throws Exception {
        owner.start();
        final AtomicIntegerArray numbers = new AtomicIntegerArray(THREADS * ROUNDS);
        final AtomicIntegerArray values = new AtomicIntegerArray(THREADS * ROUNDS + 1);
        final FutureTask<Void> all = new FutureTask<>(() -> ask(numbers, values));
        assertTrue(
                Thread.ofPlatform().daemon().start(all).join(Duration.ofSeconds(100)),
                "an operation is never answered");
        all.get();
        values.incrementAndGet(Memory.get32(words.address() + SWAPPED - FAR));
        assertEquals((long) THREADS * ROUNDS, Memory.get64(words.address() + COUNTER - FAR));
        for (int i = 0; i < THREADS * ROUNDS; i++) {
            assertEquals(1, numbers.get(i), "number " + i);
            assertEquals(1, values.get(i), "value " + i);
        }
    }

    private Void ask(AtomicIntegerArray numbers, AtomicIntegerArray values) throws Exception {
        PeThreads.run(THREADS, thread -> {
            for (int round = 0; round < ROUNDS; round++) {
                numbers.incrementAndGet((int) execute(Atomic.ADD, Long.BYTES, COUNTER, 1, 0));
                final int value = 1 + thread * ROUNDS + round;
                values.incrementAndGet((int) execute(Atomic.SET, Integer.BYTES, SWAPPED, value, 0));
            }
        });
        return null;
    }

    @Test
    void shouldCompareAllBitsAndSwapOnlyIfTheyAreEqual() {
        owner.start();
        final long start = 0x1234_5678_9abc_def0L;
        execute(Atomic.SET, Long.BYTES, COUNTER, start, 0);
        for (int round = 0; round < 100; round++) {
            for (long other : new long[] {start ^ 1L << 40, start ^ 1, (int) start}) {
                assertEquals(start, execute(Atomic.COMPARE_SWAP, Long.BYTES, COUNTER, 1, other));
            }
            assertEquals(start, execute(Atomic.COMPARE_SWAP, Long.BYTES, COUNTER, 2, start));
            assertEquals(2, execute(Atomic.COMPARE_SWAP, Long.BYTES, COUNTER, start, 2));
        }
        assertTrue(Memory.get64(words.address() + COUNTER - FAR) == start);
    }

    /** It reads memory that is unmapped next. */
    @Test
    void shouldEndBeforeAThreadThatIsInterruptedGoesOn() throws Exception {
        final Thread ends = Thread.ofPlatform().daemon().start(() -> {
            for (int i = 0; i < 100; i++) {
                final MailboxThread other = new MailboxThread(
                        null, control, layout, 1, words.address() - FAR, waitPoints, MailboxThread.LOOKS);
                other.start();
                execute(Atomic.ADD, Long.BYTES, COUNTER, 1, 0);
                Thread.currentThread().interrupt();
                other.end();
                alive.addAndGet(isThere() ? 1 : 0);
                interrupted.addAndGet(Thread.interrupted() ? 1 : 0);
            }
        });
        assertTrue(ends.join(Duration.ofSeconds(100)), "it never ends");
        assertEquals(0, alive.get(), "threads that are there after their end");
        assertEquals(100, interrupted.get(), "the interrupt is kept");
    }

    private static boolean isThere() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("jshmem-mailboxes"));
    }

    /** Of any number and at any place in a word. */
    @Test
    void shouldStoreAFewBytes() {
        owner.start();
        final MemorySegment source = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);
        for (int bytes = 1; bytes < Long.BYTES; bytes++) {
            for (int place = 0; place < Long.BYTES; place++) {
                words.fill((byte) -1);
                for (int i = 0; i < bytes; i++) {
                    source.set(ValueLayout.JAVA_BYTE, i, (byte) (10 * bytes + i));
                }
                mailboxes.store(1, FAR + 64 + place, source.address(), bytes);
                for (int i = -1; i <= bytes; i++) {
                    final int expected = i < 0 || i == bytes ? -1 : 10 * bytes + i;
                    assertEquals(expected, words.get(ValueLayout.JAVA_BYTE, 64 + place + i), bytes + " at " + place);
                }
            }
        }
    }

    /** Other PEs would wait for ever. */
    @Test
    void shouldEndTheJobForARequestThatItCannotExecute() throws Exception {
        final CompletableFuture<String> said = new CompletableFuture<>();
        final ShrMemoryTest.Job job = new ShrMemoryTest.Job(2, peer -> peer) {
            @Override
            public void abort(int status, String message) {
                said.complete(status + " " + message);
                super.abort(status, message);
            }
        };
        final long box = control + layout.mailboxOffset(1, 0);
        Memory.put64(box + Mailboxes.OPERATION, 0x7e << 8 | Long.BYTES);
        Memory.put64(box + Mailboxes.REQUEST, 1);
        final MailboxThread failing =
                new MailboxThread(job, control, layout, 1, words.address(), waitPoints, MailboxThread.LOOKS);
        final Thread runs = Thread.ofPlatform().daemon().start(failing);
        final String text = said.get(60, TimeUnit.SECONDS);
        assertTrue(text.startsWith("1 the thread that executes operations for other PEs has met a java.lang."), text);
        assertEquals(0, Memory.get64(box + Mailboxes.ANSWER));
        runs.join();
    }
}
