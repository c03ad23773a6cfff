package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MailboxesTest {
    private static final int ME = 0;
    private static final int OWNER = 1;

    private final NodeLayout layout = new NodeLayout(2, 1 << 20);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final long control = memory.address();
    private final long box = control + layout.mailboxOffset(OWNER, ME);
    private final WaitPoints waitPoints = new WaitPoints(control, layout);
    private Progress whileWaiting;

    private final Mailboxes mailboxes = new Mailboxes(
            control,
            layout,
            ME,
            new WaitStrategy(
                    waitPoints, waitPoints.of(ME), WaitPolicy.endless(true).with(new Progress() {
                        @Override
                        public boolean poll() {
                            return whileWaiting.poll();
                        }

                        @Override
                        public void yields() {}

                        @Override
                        public void rest() {}
                    })),
            pe -> pe);

    @Test
    void shouldNotOverwriteARequestThatAnErrorLeftOut() {
        whileWaiting = doing(() -> {
            throw new StackOverflowError();
        });
        assertThrows(StackOverflowError.class, () -> mailboxes.execute(OWNER, Atomic.ADD, 8, 64, 1, 0));

        final List<Long> executed = new ArrayList<>();
        final int[] looks = {0};
        whileWaiting = doing(() -> {
            if (++looks[0] % 10 == 0) {
                executed.add(Memory.get64(box + Mailboxes.OPERAND));
                Memory.put64(box + Mailboxes.RESULT, executed.size());
                Memory.put64Release(box + Mailboxes.ANSWER, Memory.get64Acquire(box + Mailboxes.REQUEST));
            }
        });
        assertEquals(2, mailboxes.execute(OWNER, Atomic.ADD, 8, 64, 2, 0));
        assertEquals(List.of(1L, 2L), executed);
    }

    private static Progress doing(Runnable action) {
        return new Progress() {
            @Override
            public boolean poll() {
                action.run();
                return true;
            }

            @Override
            public void yields() {}

            @Override
            public void rest() {}
        };
    }

    /** Answers the request, and keeps the first line of the mailbox. */
    private long[] answering(Runnable ask, long result) {
        final long[] line = new long[5];
        final int[] looks = {0};
        whileWaiting = doing(() -> {
            if (++looks[0] == 3) {
                for (int i = 0; i < line.length; i++) {
                    line[i] = Memory.get64(box + (long) i * Long.BYTES);
                }
                Memory.put64(box + Mailboxes.RESULT, result);
                Memory.put64Release(box + Mailboxes.ANSWER, line[0]);
            }
        });
        ask.run();
        assertEquals(3, looks[0]);
        return line;
    }

    @Test
    void shouldWriteARequestIntoTheMailboxOfTheOwner() {
        final long[] result = {0};
        final long[] atomic = answering(
                () -> result[0] = mailboxes.execute(OWNER, Atomic.COMPARE_SWAP, Integer.BYTES, 1L << 33, 5, 6), 77);
        assertEquals(77, result[0]);
        assertArrayEquals(new long[] {1, Atomic.COMPARE_SWAP.code() << 8 | 4, 1L << 33, 5, 6}, atomic);
        final MemorySegment bytes = Arena.ofAuto().allocate(8, 8);
        bytes.set(ValueLayout.JAVA_LONG, 0, -1);
        Memory.put64(box + Mailboxes.OPERAND, 0);
        final long[] store = answering(() -> mailboxes.store(OWNER, 1L << 34, bytes.address(), 3), 0);
        assertArrayEquals(new long[] {2, 0xff << 8 | 3, 1L << 34, 0xff_ffff, 6}, store);
    }

    /** The owner sleeps at its own wait point. */
    @Test
    void shouldRingTheBellOfAnOwnerThatSleeps() {
        final long waitPoint = control + layout.waitPointOffset(OWNER);
        answering(() -> mailboxes.execute(OWNER, Atomic.ADD, Long.BYTES, 0, 1, 0), 0);
        assertEquals(0, Memory.get32(waitPoint + Mailboxes.DOORBELL));
        Memory.put32(waitPoint + Mailboxes.SLEEPING, 1);
        answering(() -> mailboxes.execute(OWNER, Atomic.ADD, Long.BYTES, 0, 1, 0), 0);
        assertEquals(1, Memory.get32(waitPoint + Mailboxes.DOORBELL));
        answering(() -> mailboxes.store(OWNER, 0, memory.address(), 1), 0);
        assertEquals(2, Memory.get32(waitPoint + Mailboxes.DOORBELL));
        assertEquals(0, Memory.get32(control + layout.waitPointOffset(ME) + Mailboxes.DOORBELL));
    }

    /** By its number in the job. */
    @Test
    void shouldSayWhichPeItWaitsFor() {
        final Mailboxes others = new Mailboxes(control, layout, ME, null, pe -> 10 * pe + 7);
        assertEquals("PE 17 to execute an operation on its memory", others.describe(OWNER));
    }
}
